import type { SchemaTypes } from '../../spec/index.ts';
import type { Complaint } from '../domain/complaint.ts';
import type { Context } from './context.ts';
import { withoutUnknown } from './documented-members.ts';
import { brokenRules } from './body-rules.ts';
import { explainBody } from './explain-body.ts';
import { Problem } from './problem.ts';
import type { BodySchema } from './required-members.ts';

/** The refusal of a body, with everything that is wrong with it. */
export function invalidBody(complaints: readonly Complaint[]): Problem {
  return new Problem('invalid', undefined, complaints);
}

/**
 * A body as its endpoint documents it (`spec/documents/4-endpoints.md`): of the documented types, and with what this
 * service requires.
 *
 * @throws Problem naming every member that is wrong or missing
 */
export function readBody<Name extends BodySchema>(context: Context, schema: Name, body: unknown): SchemaTypes[Name] {
  if (body === undefined) throw new Problem('malformed', 'a JSON body is needed, and there is none');
  const { validator, dialect } = context;
  if (!validator.accepts(schema, body)) throw invalidBody(explainBody(context, schema, body));
  const broken = brokenRules(schema, body, dialect);
  if (broken.length > 0) throw invalidBody(broken);
  const known = dialect.unknownMembers === 'dropped' ? withoutUnknown(schema, body) : body;
  return validator.accepts(schema, known) ? known : body;
}
