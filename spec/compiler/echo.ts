import type { Field, Model, Resource } from './model.ts';
import { mapInnermost, typesWithin } from './type-expression.ts';

const echoTitle = (title: string): string => `${title.replace(/ input$/u, '')} echo`;
const echoName = (name: string): string => `${name.replace(/-input$/u, '')}-echo`;

function referencesOf(fields: readonly Field[], kind: 'resource' | 'echo'): readonly string[] {
  return fields.flatMap((field) => [
    ...typesWithin(field.type).flatMap((type) => (type.kind === kind ? type.title : [])),
    ...referencesOf(field.members, kind),
  ]);
}

/** What was not submitted may be absent from an echo or be null there; whether what was submitted is kept is for a check to say. */
function echoField(field: Field): Field {
  const { name, typeText, notes, source } = field;
  const type = mapInnermost(field.type, (inner) =>
    inner.kind === 'resource' ? { kind: 'resource', title: echoTitle(inner.title) } : inner,
  );
  return {
    name,
    typeText,
    notes,
    source,
    type: type.kind === 'nullable' ? type : { kind: 'nullable', type },
    presence: field.presence === 'echoed' ? 'expected' : 'unstated',
    members: field.members.map(echoField),
  };
}

function referToEcho(field: Field): Field {
  const type = mapInnermost(field.type, (inner) =>
    inner.kind === 'echo' ? { kind: 'resource', title: echoTitle(inner.title) } : inner,
  );
  return { ...field, type, members: field.members.map(referToEcho) };
}

/** Turns `echo of X` into references to resources of their own, derived from X and from all it holds. */
export function deriveEchoes(model: Model): Model {
  const byTitle = new Map(model.resources.map((resource) => [resource.title, resource]));
  const wanted = model.resources.flatMap(({ fields }) => referencesOf(fields, 'echo'));
  const reached = new Set<Resource>();
  for (let titles = wanted; titles.length > 0;) {
    const found = titles.flatMap((title) => byTitle.get(title) ?? []).filter((resource) => !reached.has(resource));
    for (const resource of found) reached.add(resource);
    titles = found.flatMap(({ fields }) => referencesOf(fields, 'resource'));
  }
  const echoes = model.resources
    .filter((resource) => reached.has(resource))
    .map((resource): Resource => ({
      ...resource,
      name: echoName(resource.name),
      title: echoTitle(resource.title),
      description: `${resource.title} as an answer gives it back: what was not submitted may be null.`,
      exhaustive: false,
      fields: resource.fields.map(echoField),
    }));
  const resources = model.resources.map((resource) => ({ ...resource, fields: resource.fields.map(referToEcho) }));
  return { ...model, resources: [...resources, ...echoes] };
}
