package ledger

import "context"

// play measures the rows that are not done.
func (l *ledger) play(ctx context.Context, s *settings) error {
	if err := l.save(); err != nil { // report an error before the first games
		return err
	}
	if err := l.measureCosts(ctx, s); err != nil {
		return err
	}
	for pair, err := range s.series.Pairs(ctx, l.Pairs) {
		if err != nil {
			return err
		}
		l.Pairs = append(l.Pairs, pair)
		if err := l.save(); err != nil {
			return err
		}
	}
	return nil
}
