/** Type of the drag data that the palette gives and the canvas takes: a node's name. */
export const NODE_DRAG_TYPE = 'application/x-tributary-node';
