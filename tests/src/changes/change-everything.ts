import type { World } from '@quire/world'
import type { OpenIdProvider } from '@quire/world/openid-provider'
import type { Api } from '../support/api-client.ts'
import { seed } from '../support/seed.ts'
import { changeContent, changeSites } from './change-content.ts'
import { changeInstallation } from './change-installation.ts'
import { changeMembers } from './change-members.ts'
import { changeOrganization, changePeople } from './change-people.ts'
import { changePermissions } from './change-permissions.ts'
import { changePrograms } from './change-programs.ts'
import { changeProviders } from './change-providers.ts'
import { changeProvisioned } from './change-provisioned.ts'
import { changeStructure } from './change-structure.ts'
import { changeTeams } from './change-teams.ts'

/** Makes every kind of change that identity publishes, and those of content and sites that other services project. */
export async function changeEverything(world: World, api: Api, openId: OpenIdProvider): Promise<void> {
  const admin = await world.person('ada@example.com', 'Ada Lovelace')
  const seeded = await seed(api, admin, 'Acme')
  const script = { world, api, admin, organizationId: seeded.organizationId, openId }
  await changePeople(script)
  await changeOrganization(script, seeded)
  const people = await changeMembers(script)
  const teams = await changeTeams(script, people)
  await changeProviders(script, teams.kept)
  await changeProvisioned(script)
  await changeContent(script, people, teams)
  await changePermissions(script, people, teams.kept)
  await changeStructure(script, teams.kept, people.guest)
  await changeSites(script, seeded.spaceId)
  await changePrograms(script, seeded.spaceId)
  await changeInstallation(script)
}
