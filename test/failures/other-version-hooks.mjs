/** The module that names the version. @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  if (!url.endsWith('/bulk/queue/protocol.js')) return loaded;
  const source = String(loaded.source);
  if (!source.includes('PROTOCOL_VERSION = 1;')) throw new Error('the protocol version is not where it was');
  return { ...loaded, source: source.replace('PROTOCOL_VERSION = 1;', 'PROTOCOL_VERSION = 2;') };
}
