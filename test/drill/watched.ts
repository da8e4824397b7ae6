import { onTestFinished } from 'vitest';
import { openScene, type Scene, type SceneOptions } from '../support/scene.js';
import { type Prometheus, startPrometheus } from './prometheus.js';

/** A scene and a Prometheus that watches it, both for the test that is running. */
export async function watchedScene(options: SceneOptions): Promise<[scene: Scene, prometheus: Prometheus]> {
  const scene = await openScene(options);
  onTestFinished(() => scene.close());
  const prometheus = await startPrometheus({
    api: scene.apis.map(({ adminUrl }) => adminUrl),
    worker: scene.workers.map(({ adminUrl }) => adminUrl),
  });
  onTestFinished(() => prometheus.stop());
  return [scene, prometheus];
}
