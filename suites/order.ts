/**
 * Suite files that come last, in this order: bodies outside the documented types are sent once nothing else reads
 * the same lists, the invariants report when everything has been judged, what may take the target down is sent again when
 * nothing else is asked of it, and the figures close the run.
 */
const last = ['invalid-bodies', 'input', 'invariants', 'answers', 'figures'];

/** The order of two suite files, given by their names without a folder: by name, but for those that come last. */
export function compareSuites(one: string, other: string): number {
  return rank(one) - rank(other) || (one < other ? -1 : 1);
}

function rank(name: string): number {
  return last.indexOf(name.split('.')[0] ?? '') + 1;
}
