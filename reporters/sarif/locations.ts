import type { Location, LogicalLocation } from 'sarif';
import { endpointOf, endpoints, isRequirementId, requirementOf, type EndpointId } from '../../spec/index.ts';
import type { RecordedExchange, RequirementResult } from '../../results/report.ts';

/** The name under which addresses within the package are given. */
export const packageBase = 'PACKAGE';

/** The endpoint that an exchange was sent to, if any. */
function endpointOfExchange({ request }: RecordedExchange): EndpointId | undefined {
  if (!URL.canParse(request.url)) return undefined;
  const endpoint = endpointOf(request.method, new URL(request.url).pathname)?.endpoint;
  return endpoint === 'token' ? undefined : endpoint;
}

const logicalLocation = (id: EndpointId): LogicalLocation => {
  const { method, path } = endpoints[id];
  return { name: id, fullyQualifiedName: `${method} ${path}`, kind: 'resource' };
};

/**
 * Where a breach is. It is in a running service, which has no file: the endpoint is the logical location. Viewers,
 * GitHub's code scanning among them, list a result by its physical location alone, so the line of the documents that
 * was broken takes that place: it is at least where the reader has to look next.
 */
export function locationOf({ id, source, counterexample }: RequirementResult): Location {
  const [document = source, line = '1'] = source.split(/:(?=\d+$)/);
  const decided = counterexample?.exchanges.at(-1);
  const endpoint = decided === undefined ? undefined : endpointOfExchange(decided);
  const stated = isRequirementId(id) ? requirementOf(id).endpoints : [];
  const shown = endpoint === undefined ? stated : [endpoint];
  return {
    physicalLocation: {
      artifactLocation: {
        uri: `spec/documents/${encodeURIComponent(document.toWellFormed())}`,
        uriBaseId: packageBase,
      },
      region: { startLine: Math.max(1, Number(line)) },
    },
    ...(shown.length === 0 ? {} : { logicalLocations: shown.map(logicalLocation) }),
  };
}
