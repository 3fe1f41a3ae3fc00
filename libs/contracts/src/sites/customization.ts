import type { ZodNullable, ZodObject, ZodOptional, ZodRawShape } from 'zod'
import { z } from 'zod'
import {
  alwaysOff,
  CodeTheme,
  Favicon,
  Font,
  Host,
  Icons,
  Locale,
  MonospaceFont,
  ThemedColor,
  ThemedUrl,
  unavailable,
} from './customization-values.ts'
import { Announcement, FooterGroup, HeaderItem, WebUrl } from './link-targets.ts'
import { SiteTitle } from './sites.ts'

type Optional<Shape extends ZodRawShape> = { [Name in keyof Shape]: ZodOptional<Shape[Name]> }

/** Optional fields: null resets, absent fields stay unchanged. */
type Settable<Shape extends ZodRawShape> = { [Name in keyof Shape]: ZodOptional<ZodNullable<Shape[Name]>> }

/** A group of settings: the shape that is presented, and the shape that a request may set. */
interface SettingsGroup<Output extends ZodRawShape, Input extends ZodRawShape> {
  output: ZodObject<Output, z.core.$strict>
  input: ZodObject<Input>
}

/** Makes each field optional and nullable. */
const settable = <Shape extends ZodRawShape>(shape: Shape): Settable<Shape> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, z.optional(z.nullable(schema))]),
  ) as Settable<Shape>

const sidebar = settingsGroup({
  background: z.enum(['default', 'filled']),
  list: z.enum(['default', 'pill', 'line']),
})

const looks = settingsGroup(
  {
    theme: z.enum(['clean', 'muted', 'bold', 'gradient']),
    primaryColor: ThemedColor,
    infoColor: ThemedColor,
    successColor: ThemedColor,
    warningColor: ThemedColor,
    dangerColor: ThemedColor,
    corners: z.enum(['straight', 'rounded', 'circular']),
    depth: z.enum(['subtle', 'flat']),
    links: z.enum(['default', 'accent']),
    background: z.enum(['plain', 'match']),
    icons: Icons,
    search: z.enum(['prominent', 'subtle']),
  },
  { tint: z.object({ color: ThemedColor }) },
)

const codeTheme = settingsGroup({ default: CodeTheme, openapi: CodeTheme })

const fonts = settingsGroup({ font: Font, monospaceFont: MonospaceFont })

const header = settingsGroup(
  { preset: z.enum(['default', 'bold', 'contrast', 'custom', 'none']), links: z.array(HeaderItem).max(50) },
  { logo: ThemedUrl, backgroundColor: ThemedColor, linkColor: ThemedColor },
  { primaryLink: 'another target for the logo than the start of the site' },
)

const footer = settingsGroup(
  { groups: z.array(FooterGroup).max(20) },
  { logo: ThemedUrl, copyright: z.string().max(300) },
)

const switchable = settingsGroup({ enabled: z.boolean() })
const address = settingsGroup({}, { url: WebUrl })

/** Settings that each space of a site may override. */
const ofSpaces = {
  internationalization: settingsGroup({ locale: Locale }),
  header,
  footer,
  themes: settingsGroup({ default: z.enum(['light', 'dark']), toggeable: z.boolean() }),
  pdf: switchable,
  feedback: switchable,
  git: settingsGroup({ showEditLink: z.boolean() }),
  /** An addition of Quire: the published layout shows the last change of a page, this also who made it. */
  metadata: settingsGroup({ showAuthor: z.boolean() }),
  /** `pictureHosts`: hosts whose pictures pages show by themselves, over HTTPS; those of others wait for the reader. */
  externalLinks: settingsGroup({ target: z.enum(['self', 'blank']) }, { pictureHosts: z.array(Host).max(20) }),
  pagination: switchable,
  trademark: switchable,
  privacyPolicy: address,
  socialPreview: address,
}

const PageAction = z.enum(
  ['assistant', 'external-ai', 'markdown', 'mcp', 'pdf'],
  'must be assistant, external-ai, markdown, mcp or pdf: Quire does not have other actions',
)
export type PageAction = z.infer<typeof PageAction>

const PageActions = z
  .array(PageAction)
  .max(PageAction.options.length)
  .refine((items) => new Set(items).size === items.length, 'must name each action once')

/** Settings of the whole site. */
const ofSite = {
  ai: settingsGroup(
    { mode: z.enum(['none', 'search', 'assistant']) },
    {},
    {
      integrationId: 'assistants of integrations',
      greeting: 'a greeting of the assistant',
      localizedGreeting: 'a greeting of the assistant',
      suggestions: 'suggested questions that a site chooses',
      instructions: 'instructions for the assistant',
    },
  ),
  advancedCustomization: settingsGroup({
    enabled: z.literal(true, 'must be true: Quire does not have settings that this turns off'),
  }),
  /** The switches are from the earlier published description, the list is from the later one. */
  pageActions: settingsGroup(
    { externalAI: z.boolean(), markdown: z.boolean(), mcp: z.boolean() },
    { items: PageActions },
  ),
  /** `enabled` is an addition of Quire: without it pages report only feedback. */
  insights: settingsGroup({ enabled: z.boolean(), trackingCookie: alwaysOff('cookies that track visitors') }),
}

type Groups = Record<string, { output: z.ZodType; input: z.ZodType }>
const each = <G extends Groups, Part extends 'output' | 'input'>(groups: G, part: Part) =>
  Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, group[part]])) as {
    [Name in keyof G]: G[Name][Part]
  }

const styling = looks.output.extend({
  ...fonts.output.shape,
  sidebar: sidebar.output,
  codeTheme: codeTheme.output,
})

/** All settings that have a value or a default (docs/interface.md#customization). */
export const SiteCustomizationSettings = z
  .strictObject({
    title: SiteTitle.optional(),
    favicon: Favicon,
    announcement: Announcement.optional(),
    styling,
    ...each(ofSpaces, 'output'),
    ...each(ofSite, 'output'),
    socialAccounts: z.array(z.never()).optional(),
  })
  .meta({ id: 'SiteCustomizationSettings' })
export type SiteCustomizationSettings = z.infer<typeof SiteCustomizationSettings>

/** The settings of a space on a site; the site's, unless the space overrides them. */
export const SiteSpaceCustomizationSettings = SiteCustomizationSettings.extend({ hasOverrides: z.boolean() }).meta({
  id: 'SiteSpaceCustomizationSettings',
})
export type SiteSpaceCustomizationSettings = z.infer<typeof SiteSpaceCustomizationSettings>

const looksInput = looks.input.extend(
  settable({
    sidebar: sidebar.input,
    codeTheme: codeTheme.input,
    headingFont: unavailable('a font for headings alone'),
  }),
)
const single = {
  title: SiteTitle,
  favicon: Favicon,
  announcement: Announcement,
  localizedTitle: unavailable('titles by language: the spaces of a site may have titles of their own'),
  socialAccounts: z.array(z.unknown()).max(0, 'must be empty: Quire does not have links to social accounts'),
}

/** Overrides of a space on a site. Null resets a field; absent fields stay unchanged. */
export const OverrideSiteSpaceCustomization = z.object(
  settable({ ...single, styling: looksInput, ...each(ofSpaces, 'input') }),
)
export type OverrideSiteSpaceCustomization = z.input<typeof OverrideSiteSpaceCustomization>

/** Replaces a site's settings; absent and null fields get their defaults. */
export const UpdateSiteCustomization = z.object(
  settable({
    ...single,
    styling: looksInput.extend(fonts.input.shape),
    ...each(ofSpaces, 'input'),
    ...each(ofSite, 'input'),
  }),
)
export type CustomizationInput = z.output<typeof UpdateSiteCustomization>

/** Names of the settings that contain settings; any other value is replaced as a whole. */
export const customizationGroups: ReadonlySet<string> = new Set([
  'styling',
  'sidebar',
  'codeTheme',
  ...Object.keys(ofSpaces),
  ...Object.keys(ofSite),
])

/**
 * Declares a group. Settings in `always` have a default and are always present; those in `maybe` only if somebody set
 * them. `refused` names settings of published descriptions that Quire does not have, and what they are.
 */
function settingsGroup<Always extends ZodRawShape, Maybe extends ZodRawShape = Record<never, never>>(
  always: Always,
  maybe: Maybe = {} as Maybe,
  refused: Readonly<Record<string, string>> = {},
) {
  const refusals = Object.fromEntries(Object.entries(refused).map(([name, what]) => [name, unavailable(what)]))
  const output = { ...always, ...z.object(maybe).partial().shape }
  // The compiler cannot see that a spread of two generic shapes is their intersection.
  return {
    output: z.strictObject(output),
    input: z.object(settable({ ...always, ...maybe, ...refusals })),
  } as unknown as SettingsGroup<Always & Optional<Maybe>, Settable<Always & Maybe>>
}
