import type { NoteAt } from './check-model.ts';
import type { Field, Model, Resource } from './model.ts';
import { typesWithin } from './type-expression.ts';

function heldBy(fields: readonly Field[]): readonly string[] {
  return fields.flatMap((field) => [
    ...typesWithin(field.type).flatMap((type) => (type.kind === 'resource' || type.kind === 'echo' ? type.title : [])),
    ...heldBy(field.members),
  ]);
}

/** Notes resources that hold themselves, if by way of others: what is generated from such a schema would have no end. */
export function checkCycles({ resources }: Model, note: NoteAt): void {
  const byTitle = new Map(resources.map((resource) => [resource.title, resource]));
  const finished = new Set<Resource>();
  const visit = (resource: Resource, above: readonly Resource[]): void => {
    if (finished.has(resource)) return;
    const start = above.indexOf(resource);
    if (start !== -1) {
      const way = [...above.slice(start), resource].map(({ title }) => title).join(' in ');
      note('cyclic-reference', resource.source, `a resource holds itself: ${way}`, 'take one of the references out');
      return;
    }
    for (const held of heldBy(resource.fields).flatMap((title) => byTitle.get(title) ?? []))
      visit(held, [...above, resource]);
    finished.add(resource);
  };
  for (const resource of resources) visit(resource, []);
}
