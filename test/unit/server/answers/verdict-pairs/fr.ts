import type { PassageCases } from './passage-cases.ts';

export const fr: readonly PassageCases[] = [
  {
    passage:
      "Article 5 – Le loyer mensuel est fixé à 1\u202f234,50 euros, payable d'avance le premier jour ouvrable du mois. Le dépôt de garantie, égal à un mois de loyer, est restitué dans un délai de deux mois. Le locataire ne peut pas sous-louer le logement sans l'accord écrit du bailleur.",
    quoted: ['Le locataire ne peut pas sous-louer le logement sans l’accord écrit du bailleur.'],
    similar: [
      "Sans l'accord écrit du bailleur, le locataire ne peut pas sous-louer le logement.",
      "Le loyer mensuel, payable d'avance, est fixé à 1.234,50 euros.",
      'Dans un délai de deux mois, le dépôt de garantie est restitué.',
    ],
    traps: [
      ['negation', "Le locataire peut sous-louer le logement sans l'accord écrit du bailleur."],
      ['number', "Le loyer mensuel est fixé à 1,2345 euros, payable d'avance le premier jour ouvrable du mois."],
    ],
  },
  {
    passage:
      "Chez l'adulte, la posologie est de 2 gélules de 250 mg par jour, à prendre au cours du repas. La durée du traitement ne doit pas dépas-\nser dix jours. Conservez Normavel à l'abri de la lumière. En cas d'oubli, ne doublez pas la dose suivante.",
    quoted: ['La durée du traitement ne doit pas dépasser dix jours.'],
    similar: ["Normavel est à conserver à l'abri de la lumière."],
    traps: [['unit', "Chez l'adulte, la posologie est de 2 gélules de 250 g par jour, à prendre au cours du repas."]],
  },
  {
    passage:
      'De : Camille Duvernay\nÀ : Olivier Prat\nObjet : Réunion de chantier\n\nBonjour Olivier, la réunion de chantier est reportée au jeudi 18 avril à 14 h. Mme Lacombe présentera le calendrier et M. Berthier le budget. Merci de confirmer votre présence avant lundi.',
    quoted: [
      'La réunion de chantier est reportée au jeudi 18 avril à 14 h',
      'Merci de confirmer\nvotre présence avant lundi !',
    ],
    similar: ['Le calendrier sera présenté par Mme Lacombe.'],
    traps: [
      ['date', 'La réunion de chantier est reportée au mardi 18 avril à 14 h.'],
      ['name', 'M. Berthier présentera le calendrier et Mme Lacombe le budget.'],
    ],
  },
  {
    passage:
      "Activité | Chiffre d'affaires (k€) | Résultat net (k€)\nLibrairie | 8 450,2 | 612,4\nPapeterie | 3 120,7 | 198,5\n\nLe taux de marge a reculé de 0,6 point en 2022, puis progressé de 1,1 point en 2023.",
    quoted: ['Papeterie : 3 120,7 ; 198,5'],
    similar: ['En 2022, le taux de marge a reculé de 0,6 point.'],
    traps: [['number', 'Le taux de marge a reculé de 1,1 point en 2022, puis progressé de 0,6 point en 2023.']],
  },
  {
    passage:
      "Par acte du 05/03/2021, la société Verrelle a cédé à Mme Jeanne Aubry le fonds de commerce situé 12, rue des Tanneurs. Le prix de 86 000 euros a été versé comptant. L'activité de boulangerie doit être maintenue jusqu'au 31 décembre 2026.",
    quoted: ['Le prix de 86\u00a0000 euros a été versé comptant.'],
    similar: ['Par acte du 5 mars 2021, la société Verrelle a cédé le fonds de commerce à Mme Jeanne Aubry.'],
    traps: [
      ['date', "L'activité de boulangerie doit être maintenue jusqu'au 31 décembre 2028."],
      ['other', "L'activité de boulangerie doit être maintenue à partir du 31 décembre 2026."],
    ],
  },
  {
    passage:
      "L'échantillon C4 a été conservé à −18 °C pendant 72 heures. Après décongélation, sa masse était de 3,86 g. Aucune moisissure n'a été observée. Le pH, mesuré à deux reprises, était de 5,2.",
    quoted: ['Le pH mesuré à deux reprises était de 5,2'],
    similar: ["Pendant 72 heures, l'échantillon C4 a été conservé à −18 °C."],
    traps: [
      ['number', 'Après décongélation, sa masse était de 3,9 g.'],
      ['negation', 'Des moisissures ont été observées.'],
    ],
  },
  {
    passage:
      "La tondeuse T30 est livrée avec une batterie de 36 V et un chargeur rapide. Son autonomie est d'environ 45 minutes sur terrain plat. Le bac de ramassage a une capacité de 40 litres. N'utilisez jamais l'appareil sur une pente supérieure à 15 degrés.",
    quoted: ['LE BAC DE RAMASSAGE A UNE CAPACITÉ DE 40 LITRES'],
    similar: ["Sur terrain plat, son autonomie est d'environ 45 minutes."],
    invented: ['La garantie couvre la lame pendant cinq ans.'],
  },
];
