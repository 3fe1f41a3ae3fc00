import type { ReadingWords } from './en.ts'

export const fr: ReadingWords = {
  // Reading
  pagesBelow: (title) => `Pages sous ${title}`,
  partsOfSpace: 'Parties de l’espace',
  history: 'Historique',
  hidden: 'Masquée sur les sites',
  besidePage: 'À côté de la page',
  onThisPage: 'Sur cette page',
  noHeadings: 'Cette page n’a pas de titres.',
  emptyPage: 'Cette page est vide.',
  noPagesHint: 'Modifiez l’espace pour écrire sa première page.',
  noPagesReader: 'Personne n’a encore écrit de page ici.',
  noHistory: 'Rien n’a encore été fusionné',
  noHistoryHint: 'Chaque modification fusionnée apparaît ici, avec son auteur et ce qu’elle a changé.',
  readRevision: 'Lire cette version',
  continueIn: 'Continuer dans',
  newChangeRequest: 'Nouvelle modification',

  // Comments
  comment: 'Commenter',
  comments: 'Commentaires',
  noComments: 'Aucun commentaire ouvert. Écrivez le premier.',
  newComment: 'Écrire un commentaire…',
  newReply: 'Écrire une réponse…',
  reply: 'Répondre',
  resolve: 'Résoudre',
  reopen: 'Rouvrir',
  edited: 'modifié',
  deleteComment: 'Supprimer le commentaire',
  showResolved: (count) => (count === 1 ? 'Afficher 1 commentaire résolu' : `Afficher ${count} commentaires résolus`),
  hideResolved: 'Masquer les commentaires résolus',
  reactWith: (emoji, count) => `Réagir avec ${emoji}, ${count} jusqu’ici`,

  // Settings
  spaceSettings: 'Réglages de l’espace',
  general: 'Général',
  defaultLevel: 'Ce que les membres peuvent faire',
  defaultLevelHint: 'Pour les membres à qui aucune autre règle ne donne plus ou moins.',
  levels: {
    inherit: 'Comme dans la collection ou l’organisation',
    none: 'Rien',
    read: 'Lire',
    comment: 'Commenter',
    edit: 'Modifier',
    review: 'Relire et fusionner',
    create: 'Créer des espaces',
    admin: 'Administrer',
  },
  removeSpace: 'Supprimer l’espace',
  removeSpaceHint: 'Ses pages partent avec lui. Il peut être restauré pendant sept jours.',
  removeSpaceQuestion: (title) => `Supprimer « ${title} » ?`,
}
