/**
 * The place in a request's body that a pointer into the answer speaks of, where the answer gives back what was sent: the
 * same pointer, or the one within the member that the answer wraps it in.
 *
 * Runs in the page of the HTML report as well: it refers to nothing outside itself.
 *
 * @param has - whether the body has something at a pointer
 */
export function placeInRequest(pointer: string | undefined, has: (pointer: string) => boolean): string | undefined {
  if (pointer?.startsWith('/') !== true) return undefined;
  const wrapped = pointer.replace(/^\/[^/]*/, '');
  return [pointer, wrapped].find((one) => one !== '' && has(one));
}
