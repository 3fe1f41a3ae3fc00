import { z } from 'zod'
import { DefaultLevel, Id, Role, Timestamp, Url } from '../shared/primitives.ts'
import { GitSyncState } from './git.ts'
import { PermissionSource } from './permissions.ts'
import { ApplySpaceTemplate } from './templates.ts'

const contentVisibilities = ['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private'] as const
/** Valid codes of `language`. */
const languages = [
  'en',
  'fr',
  'de',
  'es',
  'it',
  'pt',
  'pt-br',
  'ru',
  'ja',
  'zh',
  'yue',
  'ko',
  'ar',
  'hi',
  'nl',
  'pl',
  'tr',
  'sv',
  'no',
  'da',
  'fi',
  'el',
  'cs',
  'hu',
  'ro',
  'th',
  'vi',
  'id',
  'ms',
  'he',
  'uk',
  'sk',
  'bg',
  'hr',
  'lt',
  'lv',
  'et',
  'sl',
] as const
const EditMode = z.enum(['live', 'locked']).meta({ id: 'SpaceEditMode' })
export const Language = z.enum(languages).meta({ id: 'Language' })
export const Emoji = z.string().max(50)
export const ContentTitle = z.string().max(50)

/** See docs/interface.md#spaces. */
export const Space = z
  .strictObject({
    object: z.literal('space'),
    id: Id,
    title: z.string(),
    emoji: z.string(),
    visibility: z.enum(contentVisibilities),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    deletedAt: Timestamp.optional(),
    editMode: EditMode,
    mergeRules: z.strictObject({ type: z.literal('none') }),
    urls: z.strictObject({
      location: z.string(),
      app: z.string(),
      published: z.string().optional(),
      public: z.string().optional(),
      icon: z.string().optional(),
    }),
    organization: Id,
    parent: Id.optional(),
    /** Sorts the spaces of one parent, compared as text; absent where a space is presented as part of a site. */
    position: z.string().optional(),
    language: Language.optional(),
    gitSync: GitSyncState.optional(),
    visitorAuth: z.strictObject({ backend: z.string() }).optional(),
    revision: Id,
    defaultLevel: DefaultLevel,
    comments: z.number().int(),
    changeRequests: z.number().int(),
    changeRequestsOpen: z.number().int(),
    changeRequestsDraft: z.number().int(),
    permissions: z.strictObject({
      view: z.boolean(),
      access: z.boolean(),
      admin: z.boolean(),
      viewInviteLinks: z.boolean(),
      edit: z.boolean(),
      triggerGitSync: z.boolean(),
      comment: z.boolean(),
      merge: z.boolean(),
      review: z.boolean(),
      installIntegration: z.boolean(),
    }),
  })
  .meta({ id: 'Space' })
export type Space = z.infer<typeof Space>

/** A field that would fill the space: refused, because ignoring it would surprise the caller. */
const notYet = z.null({ error: 'Quire cannot create a space from this: create an empty one' }).optional()

export const CreateSpace = z.object({
  title: ContentTitle.optional(),
  emoji: Emoji.optional(),
  parent: Id.optional(),
  language: Language.optional(),
  editMode: EditMode.optional(),
  template: ApplySpaceTemplate.nullable().optional(),
  computedSource: notYet,
})

export const UpdateSpace = z.object({
  title: ContentTitle.optional(),
  emoji: Emoji.nullable().optional(),
  icon: Url.nullable().optional(),
  language: Language.nullable().optional(),
  editMode: EditMode.optional(),
  defaultLevel: DefaultLevel.optional(),
  /** Accepted without effect: merging requires only the role for it. */
  mergeRules: z.object({ type: z.enum(['inherit', 'none', 'rules']) }).optional(),
})

/** A space as a member sees it, with their role there and the rule that it comes from. */
export const MemberSpace = z
  .strictObject({ permission: Role, space: Space, source: PermissionSource })
  .meta({ id: 'MemberSpace' })
