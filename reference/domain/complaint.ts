/** One thing wrong with a request. */
export interface Complaint {
  /** JSON pointer into the body, or the name of a query parameter. */
  readonly pointer: string;
  /** The rule that is broken: a schema keyword, or a rule of this service. */
  readonly rule: string;
  readonly message: string;
}
