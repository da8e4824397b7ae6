import { pino } from 'pino';
import { type AdminOptions, type AdminServer, startAdminServer } from '../../src/ops/admin-server.js';
import { createApiMetrics } from '../../src/ops/api-metrics.js';
import { Health } from '../../src/ops/health.js';

export async function startAdmin(
  options: Partial<AdminOptions>,
): Promise<{ server: AdminServer; base: string }> {
  const usual = { host: '127.0.0.1', port: 0, logger: pino({ level: 'silent' }), health: new Health() };
  const metrics = createApiMetrics('test').registry;
  const server = await startAdminServer({ ...usual, metrics, ...options });
  return { server, base: `http://127.0.0.1:${server.port}` };
}
