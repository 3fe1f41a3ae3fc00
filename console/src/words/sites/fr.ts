import type { SitesWords } from './en.ts'

export const fr: SitesWords = {
  // The list
  newSite: 'Nouveau site',
  noSites: 'Il n’y a pas encore de sites',
  noSitesHint: 'Publiez un espace comme site : choisissez l’espace ou un modèle, et qui peut le lire.',
  noSitesReader:
    'Les personnes qui peuvent créer du contenu dans cette organisation peuvent publier un espace comme site.',
  published: 'Publié',
  unpublished: 'Non publié',
  publish: 'Publier',
  unpublish: 'Dépublier',
  openSite: (title) => `Ouvrir ${title}`,

  // A new site
  steps: ['Contenu', 'Titre et public', 'Publication'],
  source: 'Commencer avec',
  fromSpace: 'Un espace',
  fromTemplate: 'Un modèle',
  fromSpaceHint: 'Le site montre les pages de l’espace et suit chacune de ses modifications.',
  template: 'Modèle',
  titleHint: 'Il figure au-dessus de chaque page. L’adresse du site en est tirée.',
  back: 'Retour',
  next: 'Suivant',
  createAndPublish: 'Créer et publier',
  siteIsPublished: 'Le site est publié',
  siteIsPublishedHint: 'Toutes les personnes à qui il s’adresse peuvent maintenant le lire à son adresse.',
  openTheSite: 'Ouvrir le site',
  manageSite: 'Le configurer',

  // Who may read it
  audience: 'Qui peut le lire',
  audiences: {
    public: 'Tout le monde',
    unlisted: 'Qui a l’adresse',
    'share-link': 'Qui a un lien de partage',
    members: 'Qui peut le lire dans l’organisation',
    'visitor-auth': 'Visiteurs connectés',
  },
  audienceHints: {
    public: 'Tout le monde peut le lire, et les moteurs de recherche le trouvent.',
    unlisted: 'Qui connaît l’adresse peut le lire ; les moteurs de recherche sont priés de ne pas le lister.',
    'share-link':
      'Chaque lien a une clé que personne ne peut deviner. Vous pouvez en révoquer un et garder les autres.',
    members:
      'Les membres et les invités l’ouvrent avec la connexion de cette console, et voient les parties qu’ils peuvent lire.',
    'visitor-auth': 'Un de vos systèmes connecte les visiteurs et se porte garant d’eux par un jeton signé.',
  },

  // A site
  partsOfSite: 'Parties du site',
  parts: {
    overview: 'Aperçu',
    structure: 'Structure',
    customization: 'Apparence',
    audience: 'Public',
    domain: 'Domaine',
    redirects: 'Redirections',
    adaptive: 'Contenu adaptatif',
    mcp: 'Serveurs MCP',
  },
  overviewLead: 'Où se trouve le site, et qui y lit quoi.',
  address: 'Adresse',
  keyedHints: {
    'share-link': 'Le site est lu aux adresses de ses liens de partage, sous « Public ».',
    'visitor-auth': 'Le site est lu avec un jeton de votre système. « Public » dit ce qu’il faut.',
  },
  unpublishedHint: 'Personne ne lit encore le site. Configurez-le d’abord si vous voulez, puis publiez-le.',
  unpublishedReader: 'Personne ne lit encore le site : il n’est pas publié.',
  notPublished: (title) => `${title} n’a pas été publié`,
  onlyForManagers:
    'Seules les personnes qui peuvent créer du contenu dans cette organisation peuvent modifier le site.',
  changeIt: 'Modifier',
  setIt: 'Définir',
  show: 'Afficher',
  noDomain: 'Aucun domaine propre',
  createdAt: 'Créé',

  // Its settings
  settingsLead: 'Le nom et l’adresse du site, et sa suppression.',
  basename: 'Nom dans l’adresse',
  basenameHint: 'Lettres minuscules, chiffres et traits d’union. Les anciens noms mènent au nouveau.',
  agents: 'Réponses des assistants',
  agentsHint: 'Si les questions posées dans Quire trouvent aussi leurs réponses dans ce site.',
  agentsIncluded: 'Peuvent utiliser ce site',
  agentsExcluded: 'Ne peuvent pas utiliser ce site',
  unpublishHint:
    'Plus personne ne peut lire le site, à aucune de ses adresses. Rien n’est perdu ; vous pouvez le publier de nouveau.',
  unpublishQuestion: (title) => `Dépublier ${title} ?`,
  removeSite: 'Supprimer le site',
  removeSiteHint: 'Son adresse, son apparence et ses redirections sont perdues définitivement. Ses espaces restent.',
  removeSiteQuestion: (title) => `Supprimer ${title} ?`,
}
