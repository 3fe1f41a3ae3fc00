import { expect, test } from '@jest/globals'
import {
  atLeast,
  effectiveLevel,
  type Level,
  type LevelOrInherit,
  type Rules,
  rolesFrom,
  type Scope,
} from './levels.ts'

/** A scope in words: direct grant (`-` none given), teams' grants, default level. */
type Words = [direct: Level | '-', teams: Level[], defaultLevel: LevelOrInherit]
const quiet: Words = ['-', [], 'inherit']

const scopeOf = ([direct, teams, defaultLevel]: Words): Scope => ({
  direct: direct === '-' ? undefined : direct,
  teams,
  defaultLevel,
})

type Person = 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | 'guest' | 'stranger' | `disabled ${string}`

function memberOf(person: Person): Rules['member'] {
  if (person === 'stranger') return undefined
  const [first, second] = person.split(' ')
  const role = rolesFrom('read').find((one) => one === (second ?? first)) ?? null
  return { role, disabled: first === 'disabled' }
}

type Case = [title: string, person: Person, space: Words, parents: Words[], level: Level]

const cases: Case[] = [
  // The organization role, where no rule lies on the way.
  ['a reader reads', 'read', quiet, [], 'read'],
  ['a commenter comments', 'comment', quiet, [], 'comment'],
  ['an editor edits', 'edit', quiet, [], 'edit'],
  ['a reviewer reviews', 'review', quiet, [], 'review'],
  ['a creator creates', 'create', quiet, [], 'create'],
  ['the role reaches through silent collections', 'edit', quiet, [quiet, quiet], 'edit'],
  ['a guest has no role to fall back on', 'guest', quiet, [], 'none'],
  ['a guest has none through collections either', 'guest', quiet, [quiet], 'none'],
  ['a stranger has nothing', 'stranger', quiet, [], 'none'],
  ['a stranger has nothing even by default', 'stranger', ['-', [], 'admin'], [], 'none'],

  // A direct grant on the space decides before all else.
  ['a direct grant raises', 'read', ['edit', [], 'inherit'], [], 'edit'],
  ['a direct grant lowers', 'create', ['read', [], 'inherit'], [], 'read'],
  ['a direct grant of none closes', 'create', ['none', [], 'inherit'], [], 'none'],
  ['a direct grant beats a stronger team', 'read', ['comment', ['admin'], 'inherit'], [], 'comment'],
  ['a direct none beats a team', 'read', ['none', ['admin'], 'inherit'], [], 'none'],
  ['a direct grant beats a team that is closed out', 'read', ['edit', ['none'], 'inherit'], [], 'edit'],
  ['a direct grant opens what is closed by default', 'read', ['read', [], 'none'], [], 'read'],
  ['a direct grant beats a stronger default', 'read', ['comment', [], 'create'], [], 'comment'],
  ['a direct grant gives admin on one space', 'read', ['admin', [], 'inherit'], [], 'admin'],

  // Teams: the strongest of one scope.
  ['the strongest team counts', 'read', ['-', ['comment', 'review', 'edit'], 'inherit'], [], 'review'],
  ['a closed team does not spoil another', 'read', ['-', ['none', 'edit'], 'inherit'], [], 'edit'],
  ['only closed teams close', 'create', ['-', ['none', 'none'], 'inherit'], [], 'none'],
  ['a team beats a stronger default', 'read', ['-', ['comment'], 'create'], [], 'comment'],
  ['a team opens what is closed by default', 'read', ['-', ['read'], 'none'], [], 'read'],
  ['a team lowers the role', 'create', ['-', ['read'], 'inherit'], [], 'read'],

  // The default level of the space.
  ['a default level raises', 'read', ['-', [], 'edit'], [], 'edit'],
  ['a default level lowers', 'create', ['-', [], 'read'], [], 'read'],
  ['a default level of none closes', 'create', ['-', [], 'none'], [], 'none'],
  ['a default level beats the collection', 'read', ['-', [], 'comment'], [['admin', ['admin'], 'admin']], 'comment'],
  ['a closed default beats the grant on the collection', 'read', ['-', [], 'none'], [['edit', [], 'inherit']], 'none'],

  // The collections, nearest first.
  ['a grant on the collection reaches the space', 'read', quiet, [['edit', [], 'inherit']], 'edit'],
  ['a team on the collection reaches the space', 'read', quiet, [['-', ['edit'], 'inherit']], 'edit'],
  ['the default of the collection reaches the space', 'read', quiet, [['-', [], 'review']], 'review'],
  ['a closed collection closes', 'create', quiet, [['-', [], 'none']], 'none'],
  ['a closed grant on the collection closes', 'create', quiet, [['none', [], 'inherit']], 'none'],
  [
    'the nearer collection decides',
    'read',
    quiet,
    [
      ['-', [], 'comment'],
      ['admin', [], 'inherit'],
    ],
    'comment',
  ],
  [
    'the farther collection decides where the nearer is silent',
    'read',
    quiet,
    [quiet, ['-', ['edit'], 'none']],
    'edit',
  ],
  [
    'a weak grant on the space beats a strong one above',
    'edit',
    ['read', [], 'inherit'],
    [['admin', [], 'inherit']],
    'read',
  ],
  [
    'a team on the space beats the person on the collection',
    'read',
    ['-', ['comment'], 'inherit'],
    [['admin', [], 'inherit']],
    'comment',
  ],
  ['three levels up still counts', 'read', quiet, [quiet, quiet, ['-', [], 'create']], 'create'],

  // Guests: grants only.
  ['a guest gets nothing from a default level', 'guest', ['-', [], 'admin'], [], 'none'],
  ['a guest gets nothing from the default of a collection', 'guest', quiet, [['-', [], 'edit']], 'none'],
  ['a guest has what is granted in person', 'guest', ['edit', [], 'read'], [], 'edit'],
  ['a guest has what is granted to a team', 'guest', ['-', ['comment'], 'none'], [], 'comment'],
  ['a guest has what is granted on the collection', 'guest', quiet, [['read', [], 'inherit']], 'read'],
  ['a grant to a guest beats the default beside it', 'guest', quiet, [['-', ['read'], 'admin']], 'read'],
  [
    'a closed space stays closed to a guest of its collection',
    'guest',
    ['-', [], 'none'],
    [['edit', [], 'inherit']],
    'none',
  ],
  ['an explicit default gives a guest no way around it', 'guest', ['-', [], 'read'], [['edit', [], 'inherit']], 'none'],

  // Admins and the disabled.
  ['an organization admin is admin', 'admin', quiet, [], 'admin'],
  ['an admin is not lowered by a grant', 'admin', ['read', [], 'inherit'], [], 'admin'],
  ['an admin is not closed out', 'admin', ['none', ['none'], 'none'], [['none', [], 'none']], 'admin'],
  ['a disabled member has nothing', 'disabled edit', quiet, [], 'none'],
  ['a disabled admin has nothing', 'disabled admin', quiet, [], 'none'],
  ['a grant does not help the disabled', 'disabled read', ['admin', ['admin'], 'admin'], [], 'none'],
  ['a disabled guest has nothing', 'disabled guest', ['edit', [], 'inherit'], [], 'none'],
]

test.each(cases)('%s', (_, person, space, parents, level) => {
  expect(effectiveLevel({ member: memberOf(person), ...scopeOf(space), parents: parents.map(scopeOf) })).toBe(level)
})

test('a level allows what a weaker one allows, and none allows nothing', () => {
  expect(rolesFrom('review')).toEqual(['review', 'create', 'admin'])
  expect(atLeast('review', 'edit')).toBe(true)
  expect(atLeast('review', 'review')).toBe(true)
  expect(atLeast('review', 'create')).toBe(false)
  expect(atLeast('none', 'read')).toBe(false)
})
