import type { SitesWords } from './en.ts'

export const fr: SitesWords = {
  newSite: 'Nouveau site',
  newSiteHint: 'Un site publie un espace à une adresse qui lui est propre.',
  noSites: 'Il n’y a pas encore de sites',
  noSitesHint: 'Publiez un espace comme site : choisissez l’espace, et qui peut le lire.',
  published: 'Publié',
  unpublished: 'Non publié',
  publish: 'Publier',
  unpublish: 'Dépublier',
  audience: 'Qui peut le lire',
  audiences: {
    public: 'Tout le monde',
    unlisted: 'Qui a l’adresse',
    'share-link': 'Qui a un lien de partage',
    'visitor-auth': 'Visiteurs connectés',
  },
  audienceHints: {
    public: 'Tout le monde peut le lire, et les moteurs de recherche le trouvent.',
    unlisted: 'Qui connaît l’adresse peut le lire ; les moteurs de recherche sont priés de ne pas le lister.',
  },
  createAndPublish: 'Créer et publier',
}
