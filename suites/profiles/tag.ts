/** What marks everything that a run creates: part of group names and of each `custom_individual_id`. */
export function tagOf(runId: string): string {
  return `bfc-${runId}`;
}
