import { expect, test } from '@jest/globals'
import {
  permissionsOfCollection,
  permissionsOfOrganization,
  permissionsOfSpace,
  permissionsOfTeam,
} from './permissions.ts'

const granted = (permissions: Record<string, boolean>) => Object.keys(permissions).filter((name) => permissions[name])

test('the flags of a space promise what its level allows, no more', () => {
  expect(granted(permissionsOfSpace('none'))).toEqual([])
  expect(granted(permissionsOfSpace('read'))).toEqual(['view', 'access'])
  expect(granted(permissionsOfSpace('comment'))).toEqual(['view', 'access', 'comment'])
  expect(granted(permissionsOfSpace('edit'))).toEqual(['view', 'access', 'edit', 'comment'])
  expect(granted(permissionsOfSpace('review'))).toEqual(['view', 'access', 'edit', 'comment', 'merge', 'review'])
  expect(permissionsOfSpace('create').admin).toBe(true)
})

test('only those who may create in a collection administer it', () => {
  expect(granted(permissionsOfCollection('none'))).toEqual([])
  expect(granted(permissionsOfCollection('review'))).toEqual(['view'])
  expect(granted(permissionsOfCollection('create'))).toEqual(['view', 'admin', 'create'])
})

test('a guest is not told who else is in the organization', () => {
  expect(granted(permissionsOfOrganization(null, { ownsTeam: false }))).toEqual(['view', 'access'])
  expect(granted(permissionsOfOrganization('read', { ownsTeam: true }))).toContain('ownTeam')
  expect(permissionsOfOrganization('create', { ownsTeam: false })).toMatchObject({ admin: false, createContent: true })
  expect(permissionsOfOrganization('admin', { ownsTeam: false }).admin).toBe(true)
})

test('a team is administered by its owners and by admins', () => {
  expect(permissionsOfTeam('create', { ownsTeam: false }).admin).toBe(false)
  expect(permissionsOfTeam('read', { ownsTeam: true }).admin).toBe(true)
  expect(permissionsOfTeam('admin', { ownsTeam: false }).admin).toBe(true)
})
