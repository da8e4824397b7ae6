import { z } from 'zod';
import { readYamlFolder } from '../support/yaml-files.js';

const deploymentSchema = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    template: z.object({
      spec: z.looseObject({
        terminationGracePeriodSeconds: z.number(),
        containers: z.tuple([
          z.looseObject({
            command: z.array(z.string()).default([]),
            args: z.array(z.string()).default([]),
            env: z.array(z.object({ name: z.string(), value: z.string().optional() })).default([]),
          }),
        ]),
      }),
    }),
  }),
});

export function objectsOf(folder: string, kind: string): Record<string, unknown>[] {
  return readYamlFolder(`deploy/kubernetes/${folder}`).filter((object) => object['kind'] === kind);
}

/** A process's pod, its only container and its non-secret variables. @throws Error if there is none. */
export function podOf(component: 'api' | 'worker' | 'redis') {
  const deployments = objectsOf('base', 'Deployment').map((object) => deploymentSchema.parse(object));
  const found = deployments.find(({ metadata }) => metadata.name === `prorata-${component}`);
  if (found === undefined) throw new Error(`no Deployment is named prorata-${component}`);
  const pod = found.spec.template.spec;
  const [container] = pod.containers;
  const variables = container.env.flatMap(({ name, value }) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { pod, container, names: container.env.map(({ name }) => name), env: Object.fromEntries(variables) };
}
