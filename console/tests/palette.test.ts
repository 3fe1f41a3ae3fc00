import { faGear } from '@fortawesome/free-solid-svg-icons'
import { expect, test } from '@jest/globals'
import { type Organization, organizationPermissions, type Space } from '@quire/contracts'
import { abilitiesIn, administrationScreens } from '../src/frame/administration-screens.ts'
import { mainScreens } from '../src/frame/main-screens.ts'
import { fits } from '../src/frame/palette-entry.ts'
import { isComposing } from '../src/parts/composing.ts'

const of = (role: Parameters<typeof organizationPermissions>[0]['role']): Pick<Organization, 'permissions'> => ({
  permissions: organizationPermissions({ role, ownsTeam: false }),
})
const space = (permissions: Partial<Space['permissions']>) => ({ permissions }) as Space
const screensOf = (role: Parameters<typeof of>[0], spaces: Space[]) =>
  administrationScreens(abilitiesIn(of(role), { collections: [], spaces })).map(({ name }) => name)

test('an administrator has all screens before there is any content', () => {
  expect(screensOf('admin', [])).toEqual([
    ...['members', 'teams', 'imports', 'templates', 'specifications', 'trash'],
    ...['general', 'tokens', 'singleSignOn', 'auditLog'],
  ])
})

test('a reader has no screens by which content is made, until somebody lets them write in a space', () => {
  const reading = ['members', 'teams', 'specifications', 'trash', 'tokens']
  expect(screensOf('read', [space({ edit: false })])).toEqual(reading)
  expect(screensOf('read', [space({ edit: true })])).toEqual([
    ...['members', 'teams', 'imports', 'templates', 'specifications', 'trash', 'tokens'],
  ])
})

test('a guest has the trash and their tokens, imports where they write, and no members in the navigation', () => {
  expect(screensOf(null, [space({ edit: false })])).toEqual(['trash', 'tokens'])
  expect(screensOf(null, [space({ edit: true })])).toEqual(['imports', 'templates', 'trash', 'tokens'])
  expect(mainScreens(of(null)).map(({ name }) => name)).toEqual(['home', 'notifications', 'changeRequests', 'sites'])
})

test('nothing is offered before the rights are known', () => {
  expect(administrationScreens(undefined)).toEqual([])
})

test('an entry is found by all words of a text, in any order and case', () => {
  const entry = { icon: faGear, title: 'New space or collection' }
  expect(['', 'new', 'SPACE new', 'collect', 'new site'].map((text) => fits(text)(entry))).toEqual([
    ...[true, true, true, true],
    false,
  ])
})

test('a key belongs to a composition while it goes on, and where it ends it', () => {
  const key = (isComposing: boolean, keyCode: number) => ({ nativeEvent: { isComposing, keyCode } as KeyboardEvent })
  expect([key(true, 13), key(false, 229), key(false, 13)].map(isComposing)).toEqual([true, true, false])
})
