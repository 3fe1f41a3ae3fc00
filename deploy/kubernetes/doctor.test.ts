import { expect, test } from '@jest/globals'
import { services } from '../embedded/src/index.ts'
import { documentsOf, type Manifest, named, ofKind, podOf, urlOf } from './manifests.fixture.ts'

const [job, egress, ingress]: Manifest[] = documentsOf('doctor/doctor.yaml')
const pod: Manifest = job.spec.template.spec
const [container] = pod.containers
const [cronJob] = documentsOf('backup/backup.yaml')
const backupPod: Manifest = cronJob.spec.jobTemplate.spec.template.spec

test('the doctor has the rights and the image of a backup, the Secrets of all services, and all of their settings', () => {
  expect(pod.securityContext).toEqual(backupPod.securityContext)
  const { image, securityContext } = backupPod.containers[0]
  expect(container).toMatchObject({ image, securityContext })
  for (const service of services) {
    const { secretName } = podOf(service).spec.volumes.find(({ name }: Manifest) => name === 'secrets').secret
    expect(pod.volumes).toContainEqual({ name: service, secret: { secretName, defaultMode: 0o440 } })
    expect(container.volumeMounts).toContainEqual({ name: service, mountPath: `/secrets/${service}`, readOnly: true })
  }
  const maps = container.envFrom.map(({ configMapRef }: Manifest) => configMapRef.name)
  expect(maps.toSorted()).toEqual(
    ofKind('ConfigMap')
      .map(({ metadata }) => metadata.name)
      .toSorted(),
  )
})

test('the doctor reaches what the services reach, and each of them', () => {
  const { labels } = job.spec.template.metadata
  expect(labels).toMatchObject(egress.spec.podSelector.matchLabels)
  expect(labels).toMatchObject(ingress.spec.ingress[0].from[0].podSelector.matchLabels)
  const portsOf = ({ spec }: Manifest): number[] =>
    (spec.egress ?? []).flatMap(({ ports }: Manifest) => ports.map(({ port }: Manifest) => port))
  const ofServices = new Set(ofKind('NetworkPolicy').flatMap(portsOf))
  // Content alone reads repositories, by SSH.
  ofServices.delete(22)
  expect(new Set(portsOf(egress))).toEqual(ofServices)
  for (const service of services)
    expect(podOf(service).metadata.labels).toMatchObject(ingress.spec.podSelector.matchLabels)
  const { data } = named('ConfigMap', 'quire')
  for (const service of services.filter((name) => name !== 'gateway'))
    expect(new URL(data[urlOf(service)]).port).toBe(`${ingress.spec.ingress[0].ports[0].port}`)
})
