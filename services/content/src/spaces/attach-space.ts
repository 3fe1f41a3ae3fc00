import { sql as raw } from 'kysely'
import type { Save } from '../workspace/tree/relocate.ts'
import { changeSpace, type SpaceRow } from '../workspace/tree/spaces.state.ts'
import type { SpacesContext } from './context.ts'

/** Attaches a space to another parent. A space that inherits its level then inherits from this parent. */
export const attachSpace =
  (context: SpacesContext): Save<SpaceRow> =>
  ({ id }, { organizationId, parentId, position }) =>
    changeSpace(context, id, {
      organization_id: organizationId,
      collection_id: parentId,
      position,
      default_scope: raw`case default_level when 'inherit' then ${parentId ?? organizationId} else id end`,
      updated_at: context.deps.now(),
    })
