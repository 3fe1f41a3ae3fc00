import type { World } from '@quire/world'
import type { Api } from '../support/api.ts'
import { seed } from '../support/seed.ts'
import { changeContent, changeSites } from './content.ts'
import { changeMembers } from './members.ts'
import { changeOrganization, changePeople } from './people.ts'
import { changePermissions } from './permissions.ts'
import { changeProviders } from './providers.ts'
import { changeStructure } from './structure.ts'
import { changeTeams } from './teams.ts'

/** Makes every kind of change that identity tells of, and those of content and sites that other services keep. */
export async function changeEverything(world: World, api: Api): Promise<void> {
  const admin = await world.person('ada@example.com', 'Ada Lovelace')
  const seeded = await seed(api, admin, 'Acme')
  const script = { world, api, admin, organizationId: seeded.organizationId }
  await changePeople(script)
  await changeOrganization(script, seeded)
  const people = await changeMembers(script)
  const teams = await changeTeams(script, people)
  await changeProviders(script, teams.kept)
  await changeContent(script, people, teams)
  await changePermissions(script, people, teams.kept)
  await changeStructure(script, teams.kept, people.guest)
  await changeSites(script, seeded.spaceId)
}
