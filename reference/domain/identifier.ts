const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a text is written as a UUID, of any version and in either letter case. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** Whether two texts name the same record: letter case doesn't distinguish UUIDs. */
export function sameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
