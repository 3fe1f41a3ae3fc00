import type { AskWords } from './en.ts'

export const fr: AskWords = {
  answering: 'Lecture des pages …',
  noAnswer:
    'Les pages que vous pouvez lire n’y répondent pas. Posez la question autrement, ou cherchez des mots isolés.',
  brokeOff: 'La réponse s’est interrompue ici et reste incomplète.',
  askAgain: 'Demander à nouveau',
  sources: 'D’après ces pages',
  askNext: 'Questions suivantes',
  searchHint: 'Rechercher des pages, ou aller à…',
  searching: 'Recherche…',
  searchNothing: (text) => `Aucun résultat pour « ${text} ».`,
  searchFailed: 'La recherche dans les pages a échoué.',
  morePages: 'Afficher plus de pages',
  results: 'Résultats',
  toChoose: 'choisir',
  toOpen: 'ouvrir',
  toClose: 'fermer',
  askQuestion: (text) => `Demander : ${text}`,
  newChangeRequest: (space) => `Nouvelle modification dans « ${space} »`,
  newSite: 'Nouveau site',
}
