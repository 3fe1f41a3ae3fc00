import type { AudienceWords } from './en.ts'

export const fr: AudienceWords = {
  audienceTitle: 'Public',
  audienceLead: 'Qui peut lire le site une fois publié. Les membres de l’organisation le voient toujours en aperçu.',
  atOnce: 'Le site est publié : le changement vaut aussitôt pour toutes les personnes qui le lisent.',

  // Share links
  shareLinks: 'Liens de partage',
  linksWhenPublished: 'Les liens auront des adresses une fois le site publié.',
  noShareLinks: 'Il n’y a pas encore de liens, donc personne ne peut lire le site. Créez le premier.',
  linkName: 'Nom du lien',
  linkNameHint: 'Pour vous-mêmes, par exemple à qui vous le donnez.',
  createLink: 'Créer un lien',
  unnamedLink: 'Sans nom',
  addressOf: (name) => `Adresse de ${name}`,
  inactive: 'Désactivé',
  since: 'Créé',
  deactivate: 'Désactiver',
  activate: 'Activer',
  revoke: 'Révoquer',
  revokeLinkQuestion: (name) => `Révoquer « ${name} » ?`,
  revokeLinkHint:
    'Ceux qui ont le lien ne pourront plus lire le site avec lui, et la même adresse ne peut pas être recréée. Pour l’arrêter un temps, désactivez-le.',

  // Visitors who sign in
  visitorSignIn: 'Connexion des visiteurs',
  visitorSignInHint:
    'Votre système signe un jeton avec la clé du site (HS256) et y mène le visiteur. Le jeton doit avoir une fin, dans 30 jours au plus ; ses autres attributs sont ce que voient les conditions.',
  onlyAdministrators: 'Les administrateurs de l’organisation voient la clé et configurent la connexion.',
  exampleHint: 'Attributs du visiteur, attendus par le schéma du contenu adaptatif',
  signingKey: 'Clé du site',
  showKey: 'Afficher la clé',
  newKey: 'Créer une nouvelle clé',
  newKeyQuestion: 'Créer une nouvelle clé ?',
  newKeyHint: 'Les jetons signés avec l’ancienne clé prennent fin aussitôt, ainsi que les visites qu’ils ont ouvertes.',
  fallback: 'Page de connexion',
  fallbackHint: 'Les visiteurs sans jeton y sont envoyés, avec la page voulue dans « location ».',

  // Adaptive content
  adaptiveTitle: 'Contenu adaptatif',
  adaptiveLead:
    'Les attributs que le site attend de ses visiteurs, sous forme de schéma JSON. Les conditions des pages, textes, sections et espaces en dépendent.',
  noSchemaHint: 'Il n’y a pas encore de schéma : commencez par celui-ci, et enregistrez-le.',
  schema: 'Schéma JSON',
  schemaFaulty: (problem) => `Ce n’est pas du JSON : ${problem}`,
  schemaProblem: (path, problem) => `${path}: ${problem}`,
  claimsOn: 'Les conditions utilisent les attributs des visiteurs',
  claimsOffHint: 'Tant que c’est désactivé, chacun est vu comme un visiteur dont on ne sait rien.',
  templates: 'Conditions à copier',
  discard: 'Abandonner les modifications',
}
