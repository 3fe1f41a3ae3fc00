import { expect, test } from '@jest/globals'
import { auditActions } from '@quire/contracts'
import { languages } from '../src/words/languages.ts'

test.each(languages.map(([code]) => code))(
  'every action of the audit log has a name of its own in %s',
  async (code) => {
    const { actions } = await import(`../src/screens/organization/security/actions/${code}.ts`)
    expect(Object.keys(actions).toSorted()).toEqual(auditActions.map(({ id }) => id).toSorted())
    const names = Object.values(actions)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  },
)
