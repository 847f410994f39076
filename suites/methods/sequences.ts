/** What the requirements have in common that are held against a model of the service (`suites/model`). */
export const sequences =
  'Sequences drawn by chance (a fifth of `--cases`) of creates, edits, edits under old versions, filtered lists and snapshots, in up to two groups and of up to three employees, are held against a model of the service as well, and one that fails is shrunk to the shortest.';
