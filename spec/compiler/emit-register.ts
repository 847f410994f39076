import type { Model, Operation } from './model.ts';

function operationEntry(operation: Operation, names: ReadonlyMap<string, string>) {
  const {
    id,
    title,
    description,
    method,
    path,
    operationId,
    pathParameters,
    queryParameters,
    request,
    response,
    successStatus,
    source,
  } = operation;
  return {
    ...(id === undefined ? {} : { id }),
    title,
    ...(description === '' ? {} : { description }),
    method,
    path,
    operationId,
    pathParameters: pathParameters.map(({ name }) => name),
    queryParameters: queryParameters.map(({ name, type }) => ({ name, type })),
    ...(request === undefined ? {} : { request: names.get(request) }),
    response: names.get(response),
    ...(successStatus === undefined ? {} : { successStatus }),
    source,
  };
}

/** What the documents state beside schemas, as plain data: requirements, parts, open points, endpoints and value lists. */
export function emitRegister(model: Model, revision: string) {
  const names = new Map(model.resources.map(({ title, name }) => [title, name]));
  const endpointIds = model.operations.flatMap(({ id }) => id ?? []);
  const token = model.operations.find(({ id }) => id === undefined);
  const lists = (kind: string) => model.lists.filter((list) => list.kind === kind);
  const bare = (kind: string) =>
    Object.fromEntries(lists(kind).map(({ name, values }) => [name, values.map(({ value }) => value)]));
  return {
    revision,
    parts: model.parts.map(({ name, title }) => ({ name, title })),
    requirements: model.requirements.map((item) => ({
      ...item,
      endpoints: item.endpoints === 'all' ? endpointIds : item.endpoints,
    })),
    openPoints: model.openPoints,
    endpoints: Object.fromEntries(
      model.operations.flatMap((operation) =>
        operation.id === undefined ? [] : [[operation.id, operationEntry(operation, names)]],
      ),
    ),
    ...(token === undefined ? {} : { tokenEndpoint: operationEntry(token, names) }),
    vocabulary: Object.fromEntries(
      lists('open').map(({ name, values }) => [name, values.map(({ value, shown }) => ({ value, shown }))]),
    ),
    valueLists: bare('closed'),
    seenValues: bare('seen'),
  };
}
