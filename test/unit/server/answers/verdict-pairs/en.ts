import type { PassageCases } from './passage-cases.ts';

export const en: readonly PassageCases[] = [
  {
    passage:
      "4. Rent and deposit. The monthly rent is EUR 1,234.50 and is due on the third working day of each month. The tenant pays a deposit of three months' rent before moving in. The landlord may not raise the rent during the first fifteen months. Pets other than small animals need the landlord's written consent.",
    quoted: ['The landlord may not raise the rent during the first fifteen months.'],
    similar: ["Before moving in, the tenant has to pay a deposit of three months' rent."],
    traps: [
      ['negation', 'The landlord may raise the rent during the first fifteen months.'],
      ['number', 'The monthly rent is EUR 1.2345 and is due on the third working day of each month.'],
    ],
  },
  {
    passage:
      'How to take Doravelin\nAdults and children over 12 years: take one tablet of 500 mg every six hours. Do not take more than eight tab-\nlets in 24 hours. Leave at least four hours between\ntwo doses. Do not use Doravelin if you are allergic to paracetamol. Store below 25 °C in the original package.',
    quoted: ['Do not take more than eight tablets in 24 hours.'],
    similar: ['Store it in the original package, below 25 °C.'],
    traps: [['unit', 'Adults and children over 12 years take one tablet of 500 g every six hours.']],
  },
  {
    passage:
      'From: Hannah Whitcombe\nTo: Peter Adeyemi\nDate: Tuesday, 5 March 2024\nSubject: Visit to the Leeds site\n\nDear Peter, we have moved the inspection of the Leeds site to Thursday, 14 March. Please bring the signed safety form; without it you will not be let in. Colin Marsh will meet you at the north gate at 9.30.',
    quoted: ['“We have moved the inspection of the Leeds site to Thursday 14 March”'],
    similar: ['At the north gate, Colin Marsh will be meeting you at 9.30.'],
    traps: [['date', 'We have moved the inspection of the Leeds site to Tuesday, 14 March.']],
  },
  {
    passage:
      '| Segment | 2022 | 2023 |\n| --- | --- | --- |\n| Pumps | 1,034.5 | 1,410.0 |\n| Valves | 812.3 | 798.6 |\n| Service | 455.0 | 502.1 |\n\nAll figures in EUR million. The operating margin rose by 1.8 percentage points to 12.4 %.',
    quoted: ['Valves: 812.3, 798.6.'],
    similar: ['By 1.8 percentage points, the operating margin rose to 12.4 %.'],
    traps: [['number', 'The operating margin rose by 12.4 percentage points to 1.8 %.']],
  },
  {
    passage:
      "Employees receive 28 days of paid leave per calendar year. Up to five unused days may be carried over and must be taken by 31 March of the following year. Sickness has to be reported to the line manager before 9 a.m. on the first day; a doctor's certificate is required from the fourth day of absence.",
    quoted: ['employees receive 28 days of PAID LEAVE per calendar year'],
    similar: ["From the fourth day of absence, a doctor's certificate is required."],
    invented: ['Overtime on Sundays is paid with a supplement of 25 %.'],
    traps: [['date', 'Up to five unused days may be carried over and must be taken by 31 May of the following year.']],
  },
  {
    passage:
      'Sample B-17 was heated to 180 °C for 45 minutes and then cooled slowly in dry nitrogen. The yield was 2.75 g (63 %). No residue was visible under the microscope. Sample B-18, which had been stored in air, showed long-\nterm discolouration at the edges.',
    quoted: ['showed long-term discolouration at the edges'],
    similar: ['Under the microscope, no residue was visible.'],
    traps: [
      ['number', 'The yield was 2.8 g (63 %).'],
      ['negation', 'Residue was visible under the microscope.'],
    ],
  },
  {
    passage:
      'On 12 June 2019 Marlow & Sons sold the workshop in Harbour Street to Eastgate Holdings for GBP 2,450,000. The price was payable in two instalments. Eastgate Holdings assumes all liabilities that arise after the date of transfer.',
    quoted: ['The price was payable in two instalments.'],
    similar: [
      'Marlow & Sons sold the workshop in Harbour Street to Eastgate Holdings on 2019-06-12.',
      'For GBP 2450000, Marlow & Sons sold the workshop to Eastgate Holdings.',
    ],
    traps: [
      [
        'name',
        'On 12 June 2019 Eastgate Holdings sold the workshop in Harbour Street to Marlow & Sons for GBP 2,450,000.',
      ],
    ],
  },
  {
    passage:
      'The battery lasts up to 14 hours at medium brightness. Charging from empty to full takes 95 minutes with the supplied adapter. The case is splash-proof but not waterproof: do not place the reader in water. The range of the radio link is 3 km in open country.',
    quoted: ['The battery lasts up to 14 hours at medium brightness'],
    similar: ['With the supplied adapter, charging takes 95 minutes from empty to full.'],
    invented: ['The screen can be replaced free of charge within two years.'],
    traps: [['unit', 'The range of the radio link is 3 miles in open country.']],
  },
  {
    passage:
      'The reading room is open from 1 October until 30 April, Monday to Friday. During the summer months only the loan desk is staffed. Books may be borrowed for four weeks and renewed twice unless another reader has reserved them.',
    quoted: ['During the summer months,\nonly the loan desk is staffed.'],
    invented: ['Readers who return a book late pay a fine of 50 pence per day.'],
    traps: [['other', 'The reading room is open from 30 April until 1 October, Monday to Friday.']],
  },
];
