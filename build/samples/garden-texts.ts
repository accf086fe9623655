/**
 * The texts of the sample documents: the handbook, the notes of a meeting and the plot list of an invented community garden. They contain facts that
 * a user can ask for, and that no model knows beforehand.
 */

export interface Section {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

export const GARDEN_NAME = 'Wrenfield Community Garden';

/** One inner list per page. */
export const handbookPages: readonly (readonly Section[])[] = [
  [
    {
      title: 'Welcome',
      paragraphs: [
        'Wrenfield Community Garden lies behind the old tram depot on Tanner Street. It was founded in 2009 by eleven neighbours who cleared a strip of gravel and brambles in a single weekend. Today it has 48 plots, two greenhouses, an orchard of nineteen trees and one very old pear that was here before all of us.',
        'This handbook says how we run the garden together. It is short on purpose. If something is missing, ask Maren Oduya, our garden coordinator, who is in the shed every Saturday from ten to one.',
      ],
    },
    {
      title: 'Plots and fees',
      paragraphs: [
        'A full plot is 5 by 6 metres and costs 72 euros a year. A half plot costs 40 euros. The fee is due on 1 March and covers water, shared tools and insurance. Students and pensioners pay half.',
        'A plot that is left untended for eight weeks in the growing season goes back to the waiting list. Before that happens you get a letter and a phone call, and four weeks to answer. The list is long: most people wait about fourteen months.',
      ],
    },
    {
      title: 'Gate and opening hours',
      paragraphs: [
        'The gate on Tanner Street is open from sunrise to sunset. The code changes on the first day of each quarter and is sent by post, never by email. Whoever leaves last locks the gate and pulls it twice, because the latch sticks in wet weather.',
      ],
    },
  ],
  [
    {
      title: 'Water',
      paragraphs: [
        'Four rainwater tanks of 1,200 litres each stand along the north wall. Please water before nine in the morning or after seven in the evening; at noon most of it is lost to the air. Sprinklers are not allowed. When the tanks are below the red mark, watering cans only.',
        'The mains tap by the shed is for drinking and washing hands. It is turned off from the middle of November until the end of March so that the pipe does not freeze.',
      ],
    },
    {
      title: 'Compost',
      paragraphs: [
        'There are three compost bays. The left one takes fresh material, the middle one is resting, the right one is ready to use. Put in: leaves, grass, vegetable waste, coffee grounds and shredded cardboard. Keep out: cooked food, meat, citrus peel, and anything with blight or clubroot, which goes into the grey bin by the gate.',
        'The compost team turns the bays every third Sunday. Each full plot may take six barrows of finished compost a year.',
      ],
    },
    {
      title: 'Tools and the shed',
      paragraphs: [
        'Tools hang on the wall behind their painted outlines. Clean them before you hang them back. Broken tools go on the red shelf with a note that says what is wrong. The brush cutter and the chipper may only be used by members who took the half-day safety course.',
      ],
    },
  ],
  [
    {
      title: 'Bees',
      paragraphs: [
        'Our five hives are looked after by Tomasz Brandt. Please keep three metres away from the front of the hives and do not spray anything while the fruit trees are in flower. In a good year the bees give about 60 kilograms of honey; every plot gets one jar in September, the rest is sold at the harvest fair.',
        'If you are stung and feel dizzy or short of breath, call 112 at once. An adrenaline pen is in the first-aid box in the shed, on the top shelf to the right of the door.',
      ],
    },
    {
      title: 'What we do not use',
      paragraphs: [
        'No peat, no slug pellets and no weedkiller. Against slugs we use copper rings and evening walks with a torch. Against whitefly in the greenhouses we order parasitic wasps, which Ines Calloway releases in the second week of May.',
      ],
    },
    {
      title: 'Shared work and leaving',
      paragraphs: [
        'Every member gives twelve hours of shared work a year, usually on the four work Saturdays in March, May, September and November. Hours that are missing cost 10 euros each.',
        'If you want to give up your plot, tell us by 31 October. The deposit of 50 euros for the key is paid back once the plot is cleared and the key is in our hands.',
      ],
    },
  ],
];

export const meeting: {
  readonly title: string;
  readonly facts: readonly string[];
  readonly sections: readonly Section[];
} = {
  title: 'Notes of the spring meeting',
  facts: [
    'Wrenfield Community Garden, Saturday 14 March 2026, 10:30 to 12:10, in the large greenhouse.',
    'Present: 31 members. Chair: Maren Oduya. Notes: Felix Ardley.',
  ],
  sections: [
    {
      title: '1. Money',
      paragraphs: [
        'Ines Calloway reported that we ended 2025 with 3,460 euros in the bank, 410 euros more than the year before. The largest expense was the new roof of the shed at 1,180 euros. The harvest fair brought in 935 euros, most of it from honey and plum jam.',
      ],
    },
    {
      title: '2. A second greenhouse heater',
      paragraphs: [
        'Two members asked for a heater in the small greenhouse so that seedlings survive late frost. After a long talk about cost and noise the meeting voted for a paraffin-free solution: black water barrels along the back wall that store the heat of the day. Yusuf Leclair will set up eight of them before 20 April. In favour 24, against 3, abstained 4.',
      ],
    },
    {
      title: '3. The fence by the railway',
      paragraphs: [
        'Foxes dig under the east fence. The railway company will replace 40 metres of it in June and pay for it. Plots 31 to 36 cannot be used for about ten days while they work. Those gardeners may use the nursery bed beside the orchard meanwhile.',
      ],
    },
    {
      title: '4. School visits',
      paragraphs: [
        'The Lindhurst primary school would like to come every second Wednesday from April to July, with at most 16 children. Agnes Petrov offered to lead the visits. The children get plot 12, which has been free since January. The meeting agreed without a vote.',
      ],
    },
    {
      title: '5. Dates',
      paragraphs: [
        'Seed swap on 28 March. Work Saturdays on 21 March, 16 May, 19 September and 14 November. Harvest fair on 12 September, with the brass band of the tram depot. The autumn meeting is on 10 October.',
      ],
    },
  ],
};

export const plotsHeader = ['plot', 'gardener', 'size', 'area_m2', 'since', 'main_crop', 'notes'] as const;

export const plotsRows: readonly (readonly string[])[] = [
  ['1', 'Maren Oduya', 'full', '30', '2009', 'potatoes', 'next to the gate'],
  ['2', 'Tomasz Brandt', 'full', '30', '2011', 'lavender', 'closest to the hives'],
  ['3', 'Ines Calloway', 'half', '15', '2014', 'tomatoes', 'cold frame'],
  ['4', 'Yusuf Leclair', 'full', '30', '2018', 'beans', 'trellis on the north side'],
  ['5', 'Felix Ardley', 'half', '15', '2020', 'strawberries', 'netted against birds'],
  ['6', 'Agnes Petrov', 'full', '30', '2010', 'pumpkins', 'won the 2024 weigh-in with 41 kg'],
  ['7', 'Dilys Harrow', 'half', '15', '2022', 'herbs', 'raised bed for wheelchair access'],
  ['8', 'Noor Haddad', 'full', '30', '2019', 'aubergines', 'shares a water butt with plot 9'],
  ['9', 'Piet Vandermeer', 'full', '30', '2013', 'leeks', 'shares a water butt with plot 8'],
  ['10', 'Sunniva Lund', 'half', '15', '2023', 'peas', 'first year with a half plot'],
  ['11', 'Callum Reyes', 'full', '30', '2016', 'garlic', 'grows a purple variety from Asturias'],
  ['12', 'Lindhurst primary school', 'full', '30', '2026', 'sunflowers', 'school plot'],
  ['13', 'Hanne Okafor', 'half', '15', '2021', 'chard', 'no watering on Fridays'],
  ['14', 'Bram Castellanos', 'full', '30', '2012', 'rhubarb', 'oldest rhubarb in the garden'],
  ['15', 'Iris Takeda', 'half', '15', '2024', 'radishes', 'on loan from plot 16'],
];
