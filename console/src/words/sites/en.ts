/** The texts of the screens of sites, in English; the other languages have the same. */
export const en = {
  // The list
  newSite: 'New site',
  noSites: 'There are no sites yet',
  noSitesHint: 'Publish a space as a site: choose the space or a template, and who may read it.',
  noSitesReader: 'Somebody who may create content in this organization can publish a space as a site.',
  published: 'Published',
  unpublished: 'Not published',
  publish: 'Publish',
  unpublish: 'Unpublish',
  openSite: (title: string) => `Open ${title}`,

  // A new site
  steps: ['Content', 'Title and audience', 'Publish'],
  source: 'Begin with',
  fromSpace: 'A space',
  fromTemplate: 'A template',
  fromSpaceHint: 'The site shows the pages of the space, and follows each of its changes.',
  template: 'Template',
  titleHint: 'Readers see it above every page. The address of the site is made from it.',
  back: 'Back',
  next: 'Next',
  createAndPublish: 'Create and publish',
  siteIsPublished: 'The site is published',
  siteIsPublishedHint: 'Everybody it is for can read it at its address now.',
  openTheSite: 'Open the site',
  manageSite: 'Set it up',

  // Who may read it
  audience: 'Who may read it',
  audiences: {
    public: 'Everybody',
    unlisted: 'Whoever has the address',
    'share-link': 'Whoever has a share link',
    members: 'Whoever may read it in the organization',
    'visitor-auth': 'Visitors who sign in',
  },
  audienceHints: {
    public: 'Everybody can read it, and search engines find it.',
    unlisted: 'Everybody who knows the address can read it; search engines are asked not to list it.',
    'share-link': 'Each link has a key that nobody can guess. You can revoke one link and keep the others.',
    members: 'Members and guests open it with the sign-in of this console, and see the parts that they may read.',
    'visitor-auth': 'A system of yours signs visitors in, and vouches for them with a signed token.',
  },

  // A site
  partsOfSite: 'Parts of the site',
  parts: {
    overview: 'Overview',
    structure: 'Structure',
    customization: 'Customization',
    audience: 'Audience',
    domain: 'Domain',
    redirects: 'Redirects',
    adaptive: 'Adaptive content',
    mcp: 'MCP servers',
  },
  overviewLead: 'Where the site is, and who reads what on it.',
  address: 'Address',
  keyedHints: {
    'share-link': 'The site is read at the addresses of its share links, under “Audience”.',
    'visitor-auth': 'The site is read with a token of your system. “Audience” has what it takes.',
  },
  unpublishedHint: 'Nobody reads the site yet. Set it up first if you like, then publish it.',
  unpublishedReader: 'Nobody reads the site yet: it is not published.',
  notPublished: (title: string) => `${title} was not published`,
  onlyForManagers: 'Only people who may create content in this organization can change the site.',
  changeIt: 'Change',
  setIt: 'Set',
  show: 'Show',
  noDomain: 'None of its own',
  createdAt: 'Created',

  // Its settings
  settingsLead: 'The name and the address of the site, and taking it away.',
  basename: 'Name in the address',
  basenameHint: 'Lower-case letters, digits and hyphens. Former names lead on to the new one.',
  agents: 'Answers of assistants',
  agentsHint: 'Whether questions asked in Quire are answered from this site too.',
  agentsIncluded: 'May use this site',
  agentsExcluded: 'May not use this site',
  unpublishHint:
    'Nobody can read the site any more, at any of its addresses. Nothing is lost; you can publish it again.',
  unpublishQuestion: (title: string) => `Unpublish ${title}?`,
  removeSite: 'Delete the site',
  removeSiteHint: 'Its address, customization and redirects are lost for good. The spaces on it stay.',
  removeSiteQuestion: (title: string) => `Delete ${title}?`,
}

export type SitesWords = typeof en
