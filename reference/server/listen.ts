import type { FastifyInstance } from 'fastify';
import { StartError } from '../start-error.ts';

/** How long requests under way may take once the service closes. */
const graceMs = 500;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/**
 * Listens on 127.0.0.1.
 *
 * @returns the origin, `http://127.0.0.1:PORT`
 * @throws StartError when the port can't be had
 */
export async function listen(app: FastifyInstance, port: number): Promise<string> {
  try {
    await app.listen({ host: '127.0.0.1', port });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EADDRINUSE') {
      throw new StartError(code, `port ${port}: in use by another process; stop it, or choose another port`, error);
    }
    if (code === 'EACCES') {
      throw new StartError(code, `port ${port}: this user may not listen there; choose a port above 1023`, error);
    }
    const message = error instanceof Error ? error.message : String(error);
    throw new StartError('port-unusable', `port ${port}: cannot be listened on (${message}); choose another`, error);
  }
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server listens on no port');
  return `http://127.0.0.1:${address.port}`;
}

/** Lets requests under way finish, for half a second at most, then drops every connection. */
export async function closeWithin(app: FastifyInstance): Promise<void> {
  const impatience = setTimeout(() => {
    app.server.closeAllConnections();
  }, graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(impatience);
  }
}
