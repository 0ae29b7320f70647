// Package proportion estimates a part of a whole from a count.
package proportion

import "math"

// Percent returns a part of a whole in percent, with its 95 % interval (Wilson,
// Journal of the American Statistical Association 22, 1927), which holds for small
// counts too. Of nothing, all three are NaN.
func Percent(part, whole int) (percent, low, high float64) {
	if whole == 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	const z = 1.96
	n := float64(whole)
	p := float64(part) / n
	middle, half := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return 100 * p, 100 * (middle - half) / (1 + z*z/n), 100 * (middle + half) / (1 + z*z/n)
}
