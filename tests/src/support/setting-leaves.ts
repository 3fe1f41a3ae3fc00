import { UpdateSiteCustomization } from '@quire/contracts'

/** A setting without settings in it. */
export interface SettingLeaf {
  /** Names joined by dots; `[]` is an entry of a list. */
  path: string
  /** The values of a setting that has few. */
  values: readonly (string | boolean)[]
  /** True if the setting takes no value that turns it on. */
  isRefused: boolean
}

type Schema = ReturnType<typeof UpdateSiteCustomization.toJSONSchema>

const root: Schema = UpdateSiteCustomization.toJSONSchema({ io: 'input' })

/** Returns every setting that the customization of a site names, from its contract. */
export const settingLeaves = (): SettingLeaf[] => leavesOf(root, '')

function leavesOf(given: Schema, path: string): SettingLeaf[] {
  const { $ref, anyOf = [] } = given
  if ($ref) return leavesOf(root.$defs?.[$ref.split('/').at(-1) ?? ''] as Schema, path)
  const [only, ...others] = (anyOf as Schema[]).filter(({ type }) => type !== 'null')
  // A font that was uploaded is a value of another kind, with tests of its own.
  if (only && (others.length === 0 || only.enum)) return leavesOf(only, path)
  const { properties, items, type, maxItems } = given
  if (properties)
    return Object.entries(properties).flatMap(([name, one]) =>
      leavesOf(one as Schema, path === '' ? name : `${path}.${name}`),
    )
  if (type === 'array' && maxItems !== 0) return leavesOf(items as Schema, `${path}[]`)
  const isSwitch = [type].flat().includes('boolean') && given.const === undefined
  const values = (given.enum ?? (isSwitch ? [true, false] : [])) as (string | boolean)[]
  return [{ path, values, isRefused: Boolean(given.not) || maxItems === 0 || given.const !== undefined }]
}
