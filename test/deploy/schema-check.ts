import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler, type IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import {
  type IIngress,
  type INetworkPolicy,
  Ingress,
  NetworkPolicy,
} from 'kubernetes-models/networking.k8s.io/v1';
import { type IPodDisruptionBudget, PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { type IService, type IServiceAccount, Service, ServiceAccount } from 'kubernetes-models/v1';
import { z } from 'zod';
import { ROOT } from '../support/yaml-files.js';

/** An object that says what it is; everything else is for the schema to judge. */
export const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Known kinds: the module of the Kubernetes schema, and a judge of types, ranges and required fields. */
const kinds: Readonly<Record<string, { module: string; validate: (manifest: Manifest) => void }>> = {
  'apps/v1 Deployment': {
    module: 'kubernetes-models/apps/v1',
    validate: (manifest) => new Deployment(z.custom<IDeployment>().parse(manifest)).validate(),
  },
  'v1 Service': {
    module: 'kubernetes-models/v1',
    validate: (manifest) => new Service(z.custom<IService>().parse(manifest)).validate(),
  },
  'v1 ServiceAccount': {
    module: 'kubernetes-models/v1',
    validate: (manifest) => new ServiceAccount(z.custom<IServiceAccount>().parse(manifest)).validate(),
  },
  'policy/v1 PodDisruptionBudget': {
    module: 'kubernetes-models/policy/v1',
    validate: (manifest) =>
      new PodDisruptionBudget(z.custom<IPodDisruptionBudget>().parse(manifest)).validate(),
  },
  'networking.k8s.io/v1 Ingress': {
    module: 'kubernetes-models/networking.k8s.io/v1',
    validate: (manifest) => new Ingress(z.custom<IIngress>().parse(manifest)).validate(),
  },
  'autoscaling/v2 HorizontalPodAutoscaler': {
    module: 'kubernetes-models/autoscaling/v2',
    validate: (manifest) =>
      new HorizontalPodAutoscaler(z.custom<IHorizontalPodAutoscaler>().parse(manifest)).validate(),
  },
  'networking.k8s.io/v1 NetworkPolicy': {
    module: 'kubernetes-models/networking.k8s.io/v1',
    validate: (manifest) => new NetworkPolicy(z.custom<INetworkPolicy>().parse(manifest)).validate(),
  },
};

function kindOf({ apiVersion, kind }: Manifest) {
  const found = kinds[`${apiVersion} ${kind}`];
  if (found === undefined) throw new Error(`no schema is known for ${apiVersion} ${kind}`);
  return found;
}

/** What the JSON schema says against the object: wrong types, numbers out of range, missing fields. */
export function schemaProblems(manifest: Manifest): string[] {
  try {
    kindOf(manifest).validate(manifest);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/**
 * What the compiler says against the objects, written as literals of the Kubernetes types: also fields that the
 * schema does not know, which it would let pass and a cluster would refuse.
 */
export async function typeProblems(manifests: readonly Manifest[]): Promise<string[]> {
  // Below node_modules, so that the types are found.
  const folder = await mkdtemp(join(ROOT, 'node_modules/.deploy-test-'));
  const lines = manifests.flatMap((manifest, index) => [
    `import type { I${manifest.kind} as T${index} } from '${kindOf(manifest).module}';`,
    `export const object${index}: T${index} = ${JSON.stringify(manifest)};`,
  ]);
  const compilerOptions = { noEmit: true, strict: true, skipLibCheck: true, module: 'NodeNext', types: [] };
  try {
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['objects.ts'] }),
    );
    await writeFile(join(folder, 'objects.ts'), lines.join('\n'));
    return await compile(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function compile(folder: string): Promise<string[]> {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], (error, stdout) => {
      resolve(error === null ? [] : stdout.split('\n').filter((line) => line !== ''));
    });
  });
}
