import type { ImportsWords } from './en.ts'

export const fr: ImportsWords = {
  // Imports
  importsTitle: 'Importations',
  newImport: 'Nouvelle importation',
  noImports: 'Rien n’a encore été importé',
  noImportsHint: 'Apportez votre documentation : une archive, un site web ou un dépôt Git.',
  importInto: (space) => `Importation dans ${space}`,
  importedCount: (count) => (count > 1 ? `${count} éléments importés` : `${count} élément importé`),
  runStatuses: {
    pending: 'En attente',
    'in-progress': 'En cours',
    completed: 'Terminée',
    failed: 'Échouée',
    cancelled: 'Annulée',
  },
  whereFrom: 'Depuis',
  sources: { file: 'Fichiers', website: 'Site web', git: 'Dépôt Git' },
  sourceHints: {
    file: 'Une archive de Markdown ou de HTML, un export de Notion ou de Confluence, ou des documents isolés.',
    website: 'Les pages sous une adresse, telles que tout le monde peut les lire.',
    git: 'Une branche avec du Markdown, une seule fois. Pour rester à jour avec elle, utilisez la synchronisation.',
  },
  chooseFiles: 'Choisissez ou déposez des fichiers : .zip, .md, .html, .docx',
  removeFile: (name) => `Retirer ${name}`,
  emptyFile: (name) => `« ${name} » est vide : il ne contient rien à importer.`,
  websiteAddress: 'Adresse du site web',
  gitAddress: 'Adresse du dépôt',
  gitAddressHint: 'HTTPS. Les identifiants qu’elle contient ne servent qu’à cette importation.',
  gitRef: 'Branche ou tag',
  gitFolder: 'Dossier',
  gitFolderHint: 'L’emplacement de la documentation dans le dépôt ; vide pour tout le dépôt.',
  whereTo: 'Vers',
  aNewSpace: 'Un nouvel espace',
  titleOfSpace: 'Titre de l’espace',
  reviewFirst: 'Relire d’abord',
  reviewFirstHint: 'L’importation devient une modification. Rien n’est en ligne avant qu’elle soit fusionnée.',
  skipUnused: 'Ignorer les fichiers auxquels aucune page ne renvoie',
  skipUnusedHint: 'Les pages sont toujours importées.',
  startImport: 'Lancer l’importation',
  uploading: (percent) => `Envoi : ${percent} %`,
  cancelImport: 'Annuler l’importation',
  progress: (done, total) => (total > 0 ? `${done} sur ${total}` : ''),
  progressHint: 'Elle continue si vous quittez cette page.',
  failedBecause: (reason) => `Rien n’a été importé. ${reason}`,
  cancelledHint: 'Rien n’a été importé.',
  openSpace: 'Ouvrir l’espace',
  reviewImport: 'Relire la modification',
  unusedFiles: (count) =>
    count === 1
      ? '1 fichier auquel aucune page ne renvoie a été ignoré.'
      : `${count} fichiers auxquels aucune page ne renvoie ont été ignorés.`,
  nothingLeftOut: 'Tout a été lu, et rien n’a été laissé de côté.',
  couldNotBeRead: (count) => (count === 1 ? '1 fichier n’a pas pu être lu' : `${count} fichiers n’ont pas pu être lus`),
  leftOut: (count) =>
    count === 1 ? '1 élément a été laissé de côté ou changé' : `${count} éléments ont été laissés de côté ou changés`,
  andMore: (count) => `Et ${count} de plus.`,

  // Templates
  templatesTitle: 'Modèles',
  templatesHint: 'Un modèle est un ensemble de quelques pages par lesquelles un espace peut commencer.',
  useTemplate: 'Utiliser',
  useThis: (title) => `Utiliser le modèle ${title}`,
  templateAdds: 'Ses pages viennent après celles qui existent.',

  // The trash
  trashTitle: 'Corbeille',
  trashHint:
    'Les espaces supprimés peuvent être restaurés pendant sept jours, avec leurs pages, leurs partages et leurs sites.',
  emptyTrash: 'La corbeille est vide',
  emptyTrashHint: 'Les espaces supprimés que vous pouvez restaurer restent ici pendant sept jours.',
  deletedAt: 'Supprimé',
  goneForGood: 'définitivement effacé',
  restore: 'Restaurer',
  restoreThis: (title) => `Restaurer ${title}`,
  restored: (title) => `« ${title} » a retrouvé sa place.`,
  archivedHint: 'Les modifications archivées ne sont jamais supprimées et peuvent être rouvertes :',
  archivedChanges: 'Afficher les modifications archivées',
}
