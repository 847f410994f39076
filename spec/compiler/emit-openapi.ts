import type { OpenAPIV3_1 } from 'openapi-types';
import type { JsonSchema } from '../json-schemas.ts';
import { filled, present } from '../json.ts';
import { emitSchemas, nameOf, typeName } from './emit-types.ts';
import { scalars, sourceText, type Model, type Operation, type Parameter } from './document-model.ts';

type Reference = OpenAPIV3_1.ReferenceObject;

const componentPath = (name: string): string => `#/components/schemas/${typeName(name)}`;

/** A schema with its references pointed at the components, and without `$id` and `$schema`. */
function toComponent(schema: JsonSchema): OpenAPIV3_1.SchemaObject {
  const text = JSON.stringify(schema, (key, value: unknown) => {
    if (key === '$id' || key === '$schema') return undefined;
    return key === '$ref' && typeof value === 'string' ? componentPath(value.replace(/\.json$/u, '')) : value;
  });
  // OpenAPI 3.1 takes JSON Schema 2020-12 as is; its types lag behind and know neither x- members nor type lists.
  return JSON.parse(text) as OpenAPIV3_1.SchemaObject;
}

function parameter(place: 'path' | 'query', { name, type, notes }: Parameter): OpenAPIV3_1.ParameterObject {
  const described = present({ description: notes || undefined });
  return { name, in: place, required: place === 'path', ...described, schema: scalars[type][0] };
}

const jsonBody = (schema: Reference) => ({ 'application/json': { schema } });

function operationObject(operation: Operation, reference: (title: string) => Reference) {
  const isToken = operation.id === undefined;
  const parameters = [
    ...operation.pathParameters.map((item) => parameter('path', item)),
    ...operation.queryParameters.map((item) => parameter('query', item)),
  ];
  const success = operation.successStatus === undefined ? '2XX' : String(operation.successStatus);
  return filled({
    operationId: operation.operationId,
    summary: operation.title,
    description: operation.description,
    parameters,
    requestBody: operation.request && { required: true, content: jsonBody(reference(operation.request)) },
    responses: {
      [success]: {
        description: operation.successStatus === undefined ? 'Success; which status it has is not shown.' : 'Success.',
        content: jsonBody(reference(operation.response)),
      },
      ...(isToken ? {} : { '401': { $ref: '#/components/responses/Unauthorized' } }),
      default: { $ref: '#/components/responses/NotShown' },
    },
    security: isToken ? [{ basic: [] }] : [],
    'x-source': sourceText(operation.source),
  });
}

function paths(model: Model, reference: (title: string) => Reference): OpenAPIV3_1.PathsObject {
  const byPath = Map.groupBy(model.operations, ({ path }) => path);
  const items = [...byPath].map(([path, operations]) => [
    path,
    {
      ...(operations.some(({ id }) => id === undefined) ? { servers: [tokenServer] } : {}),
      ...Object.fromEntries(operations.map((one) => [one.method.toLowerCase(), operationObject(one, reference)])),
    },
  ]);
  return Object.fromEntries(items);
}

function server(variable: string, address: string, description: string): OpenAPIV3_1.ServerObject {
  return { url: `{${variable}}`, description, variables: { [variable]: { default: address, description } } };
}

const tokenServer = server('auth_url', 'https://auth.example.com', 'Address of the token service');

/** The OpenAPI 3.1 document of the interface: a success status that is not shown is `2XX`, such a refusal `default`. */
export function emitOpenApi(model: Model, revision: string): OpenAPIV3_1.Document {
  const reference = (title: string): Reference => ({ $ref: componentPath(nameOf(model, title)) });
  const schemas = [...emitSchemas(model)].map(([name, schema]) => [typeName(name), toComponent(schema)]);
  const unauthorized = model.resources.find(({ name }) => name === 'unauthorized');
  return {
    openapi: '3.1.0',
    info: {
      title: 'Benefits Fulfillment Service',
      version: `v1+${revision}`,
      description:
        'Compiled from the documents of the interface. Every member names the document and line that states it.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      server('base_url', 'https://fulfillment.example.com', 'Base address'),
      server('sandbox_base_url', 'https://sandbox.fulfillment.example.com', 'Base address of the sandbox'),
    ],
    security: [{ bearer: [] }],
    paths: paths(model, reference),
    components: {
      schemas: Object.fromEntries(schemas),
      responses: {
        Unauthorized: {
          description: 'The token is missing or not good.',
          ...present({ content: unauthorized && jsonBody(reference(unauthorized.title)) }),
        },
        NotShown: { description: 'A refusal; its status and body are not shown.', content: { '*/*': {} } },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        basic: { type: 'http', scheme: 'basic' },
      },
    },
  };
}
