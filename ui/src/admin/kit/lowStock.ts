/** The stock at or below which a reward is low that has no such number of its own. The server has the same default. */
export const LOW_STOCK = 10;

/** The stock at or below which a reward is low. */
export const lowAt = ({ lowStock = LOW_STOCK }: { lowStock?: number }) => lowStock;
