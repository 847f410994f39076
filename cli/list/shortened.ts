/** A text cut to so many columns, with a sign that it was. */
export function shortened(text: string, columns: number): string {
  return text.length <= columns ? text : `${text.slice(0, Math.max(0, columns - 1)).trimEnd()}…`;
}
