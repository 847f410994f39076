/** An instant as people read it, in UTC and to the minute; a text that is none as it is. */
export function instant(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
