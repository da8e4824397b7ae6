import { openScene, type Scene, type SceneOptions } from '../support/scene.js';
import { type Prometheus, startPrometheus } from './prometheus.js';

/** Opens a scene with a Prometheus that watches it, has both used, and closes them, whatever happens. */
export async function withWatchedScene(
  options: SceneOptions,
  use: (scene: Scene, prometheus: Prometheus) => Promise<void>,
): Promise<void> {
  const scene = await openScene(options);
  try {
    const prometheus = await startPrometheus({
      api: scene.apis.map(({ adminUrl }) => adminUrl),
      worker: scene.workers.map(({ adminUrl }) => adminUrl),
    });
    try {
      await use(scene, prometheus);
    } finally {
      await prometheus.stop();
    }
  } finally {
    await scene.close();
  }
}
