/** What a {@link GeneratorError} is about. */
export type GeneratorErrorCode =
  'unknown-keyword' | 'bad-keyword' | 'dangling-reference' | 'cyclic-reference' | 'stale-override';

/**
 * The generators can't make values of a schema: a fault of this project (a schema keyword that no builder knows, an
 * override of a member that is gone), never a verdict on a target.
 */
export class GeneratorError extends Error {
  override readonly name = 'GeneratorError';
  readonly code: GeneratorErrorCode;
  /** Where in the schema: document name, `#` and a JSON pointer, e.g. `person.json#/properties/ssn`. */
  readonly pointer: string;

  /**
   * @param code the kind of fault, for tests and callers to tell apart
   * @param pointer where in the schema
   * @param problem what is wrong there and what to do, without the place
   */
  constructor(code: GeneratorErrorCode, pointer: string, problem: string) {
    super(`${pointer}: ${problem}`);
    this.code = code;
    this.pointer = pointer;
  }
}
