import { z } from 'zod';
import { readYamlFolder } from '../support/yaml-files.js';

const labelsSchema = z.record(z.string(), z.string());
const probeSchema = z.object({
  httpGet: z.object({ path: z.string(), port: z.string() }),
  periodSeconds: z.number(),
  failureThreshold: z.number(),
});
const containerSchema = z.looseObject({
  name: z.string(),
  command: z.array(z.string()).default([]),
  args: z.array(z.string()).default([]),
  env: z
    .array(
      z.strictObject({
        name: z.string(),
        value: z.string().optional(),
        valueFrom: z
          .strictObject({ secretKeyRef: z.strictObject({ name: z.string(), key: z.string() }) })
          .optional(),
      }),
    )
    .default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  securityContext: z.record(z.string(), z.unknown()),
  volumeMounts: z.array(
    z.object({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().optional() }),
  ),
});
const deploymentSchema = z.object({
  kind: z.literal('Deployment'),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    replicas: z.number(),
    selector: z.object({ matchLabels: labelsSchema }),
    template: z.object({
      metadata: z.object({ labels: labelsSchema }),
      spec: z.looseObject({
        terminationGracePeriodSeconds: z.number(),
        securityContext: z.record(z.string(), z.unknown()),
        containers: z.tuple([containerSchema]),
        volumes: z.array(z.looseObject({ name: z.string() })),
      }),
    }),
  }),
});

/** One process of the service as Kubernetes is told to run it. */
export type Deployment = z.infer<typeof deploymentSchema>;

/** Every object of the base. */
export function baseObjects(): Record<string, unknown>[] {
  return readYamlFolder('deploy/kubernetes/base').filter(({ kind }) => kind !== 'Kustomization');
}

/** @throws when there is none, or it has not the one container that ours have. */
export function deploymentOf(component: 'api' | 'worker' | 'redis'): Deployment {
  const name = `prorata-${component}`;
  const found = baseObjects().filter(({ kind }) => kind === 'Deployment');
  const deployment = found.map((object) => deploymentSchema.parse(object));
  const [match] = deployment.filter(({ metadata }) => metadata.name === name);
  if (match === undefined) throw new Error(`no Deployment is named ${name}`);
  return match;
}

/** The one container of a Deployment. */
export function containerOf({ spec }: Deployment): z.infer<typeof containerSchema> {
  return spec.template.spec.containers[0];
}

/** The values of variables that come from a secret, as the guide has it made, by its name and key. */
const SECRETS: Readonly<Record<string, string>> = {
  'prorata-redis url': 'redis://:password@prorata-redis:6379',
  'prorata-redis password': 'password',
};

/** The variables that a container is started with, on top of those of the image. @throws for a secret that the guide has not. */
export function environmentOf(deployment: Deployment): Record<string, string> {
  return Object.fromEntries(
    containerOf(deployment).env.map(({ name, value, valueFrom }) => {
      const { name: secret, key } = valueFrom?.secretKeyRef ?? { name: '', key: '' };
      const given = value ?? SECRETS[`${secret} ${key}`];
      if (given === undefined) throw new Error(`${name} has no value`);
      return [name, given];
    }),
  );
}

export function probeOf(deployment: Deployment, name: string): z.infer<typeof probeSchema> {
  return probeSchema.loose().parse(containerOf(deployment)[name]);
}

const scaledObjectSchema = z.strictObject({
  apiVersion: z.literal('keda.sh/v1alpha1'),
  kind: z.literal('ScaledObject'),
  metadata: z.strictObject({ name: z.string() }),
  spec: z.strictObject({
    scaleTargetRef: z.strictObject({ name: z.string() }),
    minReplicaCount: z.int().min(0),
    maxReplicaCount: z.int().min(1),
    pollingInterval: z.int().min(1),
    triggers: z.tuple([
      z.strictObject({
        type: z.literal('metrics-api'),
        // KEDA wants texts here, numbers included.
        metadata: z.strictObject({
          url: z.url(),
          format: z.literal('prometheus'),
          valueLocation: z.string(),
          targetValue: z.string().regex(/^\d+$/),
        }),
      }),
    ]),
  }),
});

/** What scales the workers. @throws when a field is unknown or of a wrong type. */
export function scaledObject(): z.infer<typeof scaledObjectSchema> {
  const objects = readYamlFolder('deploy/kubernetes/components/keda');
  return scaledObjectSchema.parse(objects.find(({ kind }) => kind === 'ScaledObject'));
}
