import { sql as raw } from 'kysely'
import type { ContentContext } from '../context.ts'
import type { Save } from '../structure/relocate.ts'
import { changeSpace, type SpaceRow } from '../structure/spaces.state.ts'

/** Puts a space into another place. Where it inherits its level, it then inherits from that place. */
export const placeSpace =
  (context: ContentContext): Save<SpaceRow> =>
  ({ id }, { organizationId, parentId, position }) =>
    changeSpace(context, id, {
      organization_id: organizationId,
      collection_id: parentId,
      position,
      default_scope: raw`case default_level when 'inherit' then ${parentId ?? organizationId} else id end`,
      updated_at: context.deps.now(),
    })
