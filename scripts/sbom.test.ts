import { expect, test } from '@jest/globals'
import { materials } from './sbom.ts'

test('every package that runs in production is under a permissive licence, and the bill of materials names it', () => {
  const { bill, packages } = materials()
  expect(packages.filter(({ isPermissive }) => !isPermissive)).toEqual([])
  expect(packages.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^express@5\./))
  expect(JSON.parse(bill)).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'quire' } } })
})
