/** The texts of the screens of sites, in English; the other languages have the same. */
export const en = {
  newSite: 'New site',
  newSiteHint: 'A site publishes a space under an address of its own.',
  noSites: 'There are no sites yet',
  noSitesHint: 'Publish a space as a site: choose the space, and who may read it.',
  published: 'Published',
  unpublished: 'Not published',
  publish: 'Publish',
  unpublish: 'Unpublish',
  audience: 'Who may read it',
  audiences: {
    public: 'Everybody',
    unlisted: 'Whoever has the address',
    'share-link': 'Whoever has a share link',
    'visitor-auth': 'Visitors who sign in',
  },
  audienceHints: {
    public: 'Everybody can read it, and search engines find it.',
    unlisted: 'Everybody who knows the address can read it; search engines are asked not to list it.',
  },
  createAndPublish: 'Create and publish',
}

export type SitesWords = typeof en
