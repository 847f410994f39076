/** What marks everything that a run creates: part of group names and of each `custom_individual_id`. */
export function tagOf(runId: string): string {
  return `bfc-${runId}`;
}

/** Whether a text carries the mark of a run, this one or another. */
export function isTagged(text: string): boolean {
  return /\bbfc-[\da-f]{4}/.test(text);
}
