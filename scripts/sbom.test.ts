import { expect, test } from '@jest/globals'
import { materials } from './sbom.ts'

test('every package that runs in production is under a permissive licence, and the bill of materials names it', () => {
  const { bill, packages } = materials()
  expect(packages.filter(({ isPermissive }) => !isPermissive)).toEqual([])
  const names = packages.map(({ name }) => name)
  for (const name of [/^express@5\./, /^react@19\./]) expect(names).toContainEqual(expect.stringMatching(name))
  expect(JSON.parse(bill)).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'quire' } } })
})
