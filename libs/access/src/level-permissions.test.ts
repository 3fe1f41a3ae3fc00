import { expect, test } from '@jest/globals'
import { permissionsOfCollection, permissionsOfSpace } from './levels.ts'

const granted = (permissions: Record<string, boolean>) => Object.keys(permissions).filter((name) => permissions[name])

test('the flags of a space promise what its level allows, no more', () => {
  expect(granted(permissionsOfSpace('none'))).toEqual([])
  expect(granted(permissionsOfSpace('read'))).toEqual(['view', 'access'])
  expect(granted(permissionsOfSpace('comment'))).toEqual(['view', 'access', 'comment'])
  expect(granted(permissionsOfSpace('edit'))).toEqual(['view', 'access', 'edit', 'triggerGitSync', 'comment'])
  expect(granted(permissionsOfSpace('review'))).toEqual([
    'view',
    'access',
    'edit',
    'triggerGitSync',
    'comment',
    'merge',
    'review',
  ])
  expect(permissionsOfSpace('create').admin).toBe(true)
})

test('only those who may create in a collection administer it', () => {
  expect(granted(permissionsOfCollection('none'))).toEqual([])
  expect(granted(permissionsOfCollection('review'))).toEqual(['view'])
  expect(granted(permissionsOfCollection('create'))).toEqual(['view', 'admin', 'create'])
})
