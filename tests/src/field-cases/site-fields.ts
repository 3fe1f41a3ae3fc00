import { counted, elsewhere, type FieldCase, inADay, type Reply } from './field-case.ts'

const sorted = (id: string): Record<string, FieldCase> => ({
  [`${id} position`]: { value: () => ({}), unseen: "the site's structure shows the order" },
})

const enabled = { enabled: true }
const settings = {
  favicon: { emoji: '1f600' },
  announcement: { message: 'News' },
  styling: { theme: 'bold' },
  internationalization: { locale: 'de' },
  header: { preset: 'bold' },
  footer: { copyright: 'Ours' },
  themes: { default: 'dark' },
  pdf: enabled,
  feedback: { enabled: true },
  git: { showEditLink: false },
  metadata: { showAuthor: true },
  externalLinks: { target: 'blank' },
  pagination: { enabled: false },
  trademark: { enabled: false },
  privacyPolicy: { url: 'https://example.com/privacy' },
  socialPreview: { url: 'https://example.com/preview.png' },
}
const settingsOfSite = {
  ai: { mode: 'assistant' },
  advancedCustomization: { enabled: true },
  insights: { enabled: false, trackingCookie: false },
  pageActions: { externalAI: true },
}

/** The reply has the rest of the setting too, and for null what is in force without it. */
const customized = (id: string, values: Record<string, object>): Record<string, FieldCase> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      `${id} ${name}`,
      {
        value: () => value,
        presented: (reply, sent) =>
          sent === null ? null : Object.fromEntries(Object.keys(value).map((key) => [key, reply[name]?.[key]])),
      } satisfies FieldCase,
    ]),
  )

const headers: FieldCase = { value: () => ({ 'X-Key': 'abc' }) }

/** Special cases of sites and integrations. */
export const siteFields: Record<string, FieldCase> = {
  'updateSiteAdsById status': {
    params: ({ fresh }) => fresh('site'),
    value: () => 'in-review',
    also: () => ({ topic: 'webdev' }),
  },
  'updateSiteAdsById topic': { params: ({ fresh }) => fresh('site'), also: () => ({ status: 'in-review' }) },
  'updateCustomFont fontFaces': {
    value: ({ seeded }) => [{ weight: 700, storageKey: seeded.fontKey }],
    // The reply has the addresses of all faces in place of keys.
    presented: ({ fontFaces }, value) => (fontFaces.at(-1).weight === 700 ? value : fontFaces),
  },
  'createSite spaces': { value: async ({ fresh }) => Object.values(await fresh('space')), ...counted('siteSpaces') },
  'updateSiteById defaultSiteSpace': {
    value: ({ seeded }) => seeded.siteSpaceId,
    unseen: "the list of the site's spaces shows it",
  },
  'updateSiteById defaultSiteSection': {
    value: ({ seeded }) => seeded.siteSectionId,
    unseen: "the site's structure shows it",
  },
  'updateSiteById proxy': { value: () => 'example.com/docs', ...elsewhere('proxy', 'origin') },
  'duplicateSiteSpace draft': { value: () => true, refused: [400, 'nothing on a site is a draft'] },
  'addSpaceToSite sectionId': { refused: [404, 'a new site has no sections'] },
  'addSectionToSite title': { presented: ({ title }, value) => (value === null ? null : title) },
  'updateSiteSectionById defaultSiteSpace': {
    value: ({ seeded }) => seeded.siteSpaceId,
    ...elsewhere('siteSpaces', '0', 'id'),
  },
  'addSectionGroupToSite sections': {
    value: ({ seeded }) => [seeded.siteSectionId],
    presented: ({ sections }) => sections.map((one: Reply) => one.id),
  },
  'addSectionGroupToSite parent': {
    value: ({ seeded }) => seeded.siteSectionGroupId,
    ...elsewhere('sectionGroup'),
  },
  ...sorted('moveSiteSpace'),
  ...sorted('moveSiteSection'),
  ...sorted('moveSiteSectionGroup'),
  ...sorted('sortSiteStructure'),
  'updateSitePublishingAuthById backend': { value: () => 'custom' },
  'updateSiteRedirectById source': { value: () => '/older' },
  'updateSiteRedirectById destination': {
    value: ({ seeded }) => ({ kind: 'site-space', siteSpaceId: seeded.siteSpaceId }),
  },
  'updateSiteSpaceById spaceId': {
    value: async ({ fresh }) => (await fresh('space')).spaceId,
    ...elsewhere('space', 'id'),
  },
  'updateSiteCustomizationById socialAccounts': { unseen: 'the list is always empty' },
  'overrideSiteSpaceCustomizationById socialAccounts': { unseen: 'the list is always empty' },
  ...customized('updateSiteCustomizationById', { ...settings, ...settingsOfSite }),
  ...customized('overrideSiteSpaceCustomizationById', settings),
  'publishIntegration endpoint': { value: () => 'https://tools.example.com/other' },
  'publishIntegration siteScript': {
    value: () => 'https://cdn.example.com/script.js',
    also: () => ({ scopes: ['site:script:inject'] }),
  },
  'publishIntegration contentSecurityPolicy': { value: () => ({ 'script-src': 'https://cdn.example.com' }) },
  'publishIntegration script': { value: () => '', unseen: 'code is refused' },
  'publishIntegration secrets': { value: () => ({}), unseen: 'values for code are refused' },
  'publishIntegration runtime': { unseen: 'there is no runtime that it could choose' },
  'updateIntegrationInstallation configuration': { value: () => ({ channel: 'docs' }) },
  'updateIntegrationSpaceInstallation configuration': { value: () => ({ color: 'red' }) },
  'updateIntegrationSiteInstallation configuration': { value: () => ({ color: 'red' }) },
  'queueIntegrationTask schedule': {
    params: ({ fresh }) => fresh('integration'),
    unseen: 'the list of events shows when it is due',
  },
  'setIntegrationDevelopmentMode all': { unseen: 'it decides whose events the address gets' },
  'createIntegrationToken expiresAt': { value: inADay, unseen: 'the token says when it ends' },
  'createSiteMcpServer headers': headers,
  'updateSiteMcpServerById headers': headers,
}
